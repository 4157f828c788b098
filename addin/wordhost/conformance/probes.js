// What Word does, asked one question at a time. Each probe begins with a text of its own in an empty document.
// `source` says where the expected answer is documented; "unsourced" means that nobody says, and Word decides.

export const UNSOURCED = "unsourced";
const probes = [];

function probe(name, source, text, expected, act, set = ["WordApi", "1.3"]) {
  probes.push({ name, source, text, expected, act, set });
}

async function count(context, where, text, options) {
  const hits = where.search(text, options);
  hits.load("items");
  await context.sync();
  return hits.items.length;
}

async function loaded(context, thing, ...names) {
  thing.load(names.join(","));
  await context.sync();
  const values = names.map(name => name.split("/").reduce((value, part) => value[part], thing));
  return values.length === 1 ? values[0] : values;
}

const first = (context, text) => context.document.body.search(text, { matchCase: true }).getFirst();
const bodyText = context => loaded(context, context.document.body, "text");

// --- search
const SEARCH = "typings of Body.search";
const CODES = "docs-pr: docs/word/search-option-guidance.md";
for (const [name, source, text, needle, options, expected] of [
  ["search finds every occurrence", SEARCH, "ab ab ab", "ab", {}, 3],
  ["search does not match case by itself", SEARCH, "Ab aB", "ab", {}, 2],
  ["matchCase", SEARCH, "Ab ab", "ab", { matchCase: true }, 1],
  ["matchWholeWord", SEARCH, "art party", "art", { matchWholeWord: true }, 1],
  ["matchPrefix", SEARCH, "party spart", "part", { matchPrefix: true }, 1],
  ["matchSuffix", SEARCH, "party spart", "part", { matchSuffix: true }, 1],
  ["matchWholeWord beside an accented letter", "#3360 (fails on the web)", "naïve", "na", { matchWholeWord: true }, 0],
  ["nothing to find", SEARCH, "ab", "xyz", {}, 0],
  ["255 characters are allowed", SEARCH, "ab", "x".repeat(255), {}, 0],
  ["256 characters are InvalidArgument", "#31, #168, #731", "ab", "x".repeat(256), {}, "InvalidArgument"],
  ["the empty string is InvalidArgument", "#2413", "ab", "", {}, "InvalidArgument"],
  ["a doubled caret is a caret", CODES, "a^b", "a^^b", {}, 1],
  ["^t is a tab", CODES, "a\tb", "a^tb", {}, 1],
  ["a typed tab matches nothing", "#2331", "a\tb", "a\tb", {}, 0],
  ["^# is a digit", CODES, "a7b axb", "a^#b", {}, 1],
  ["^$ is a letter", CODES, "a7b axb", "a^$b", {}, 1],
  ["^? is anything", CODES, "a7b axb", "a^?b", {}, 2],
  ["^s is a no-break space", CODES, "a\u00a0b", "a^sb", {}, 1],
  ["^= is an en dash", CODES, "a\u2013b", "a^=b", {}, 1],
  ["^+ is an em dash", CODES, "a\u2014b", "a^+b", {}, 1],
  ["a caret at the end is InvalidArgument", UNSOURCED, "a^", "a^", {}, "InvalidArgument"],
  ["an unknown code is InvalidArgument", UNSOURCED, "a^y", "a^y", {}, "InvalidArgument"],
  ["a full stop is no pattern", SEARCH, "a.b axb", "a.b", {}, 1],
  ["brackets are no pattern", SEARCH, "[NAME 1]", "[NAME 1]", {}, 1],
  ["a no-break space is not a space", UNSOURCED, "a\u00a0b", "a b", {}, 0],
  ["a curly apostrophe is not a straight one", UNSOURCED, "it\u2019s", "it's", {}, 0],
  ["letters beyond the first plane", UNSOURCED, "a😀b", "😀", {}, 1],
  ["a match does not cross a paragraph end", "docs-pr#3903", "ab\ncd", "bcd", {}, 0],
  ["hits do not overlap", UNSOURCED, "aaaa", "aa", {}, 2],
]) {
  probe(name, source, text, expected, context => count(context, context.document.body, needle, options));
}
for (const [name, text, needle, expected] of [
  ["wildcards: any character", "sat set st", "s?t", 2],
  ["wildcards: any string", "sad started", "s*d", 2],
  ["wildcards: one of some", "win won wan", "w[io]n", 2],
  ["wildcards: one of a range", "right sight light", "[r-t]ight", 2],
  ["wildcards: none of a range", "tock tuck tack tick", "t[!a-m]ck", 2],
  ["wildcards: so many", "feed fed", "fe{2}d", 1],
  ["wildcards: the beginning of a word", "interest splinter", "<(inter)", 1],
  ["wildcards: the end of a word", "in within inner", "(in)>", 2],
  ["wildcards: a special character in brackets", "a*b", "a[*]b", 1],
]) {
  probe(name, CODES, text, expected, context => count(context, context.document.body, needle, { matchWildcards: true }));
}
probe("wildcards that do not close are InvalidArgument", UNSOURCED, "a[b", "InvalidArgument", context =>
  count(context, context.document.body, "a[b", { matchWildcards: true }));
probe("wildcards match the case", UNSOURCED, "ab Ab", 1, context =>
  count(context, context.document.body, "Ab", { matchWildcards: true }));
probe("a range is searched alone", SEARCH, "ab x ab", 1, async context => {
  const range = first(context, "x").getRange("Start").expandTo(context.document.body.getRange("End"));
  return count(context, range, "ab");
});
probe("a paragraph is searched alone", SEARCH, "ab\nab", 1, context =>
  count(context, context.document.body.paragraphs.getFirst(), "ab"));

// --- fonts
const FONT = "typings of Font.highlightColor";
for (const [name, source, set, expected] of [
  ["a highlight reads as #RRGGBB", FONT, "Yellow", "#FFFF00"],
  ["a highlight is set as #RRGGBB", FONT, "#FFFF00", "#FFFF00"],
  ["another colour becomes the nearest of the fifteen (Windows)", FONT, "#FFFF10", "#FFFF00"],
  ["Lime", FONT, "Lime", "#00FF00"],
  ["Green is the dark one", FONT, "Green", "#008000"],
  ["null removes a highlight", FONT, null, null],
]) {
  probe(name, source, "ab cd", expected, async context => {
    const hit = first(context, "ab");
    hit.font.highlightColor = "Red";
    hit.font.highlightColor = set;
    return loaded(context, hit, "font/highlightColor");
  });
}
probe("no highlight reads as null", FONT, "ab", null, context => loaded(context, first(context, "ab"), "font/highlightColor"));
probe("a mixture reads as ''", FONT, "ab cd", "", async context => {
  first(context, "ab").font.highlightColor = "Yellow";
  return loaded(context, context.document.body, "font/highlightColor");
});
probe("a highlight that is no colour is InvalidArgument", UNSOURCED, "ab", "InvalidArgument", async context => {
  first(context, "ab").font.highlightColor = "no colour";
  await context.sync();
});
probe("bold is set and read", "typings of Font.bold", "ab cd", [true, null], async context => {
  const hit = first(context, "ab"), { body } = context.document;
  hit.font.bold = true;
  return [await loaded(context, hit, "font/bold"), await loaded(context, body, "font/bold")];
});

probe("an underline is set and read, a mixture is Mixed", "typings of Word.UnderlineType", "ab cd", ["Dotted", "Mixed"], async context => {
  const hit = first(context, "ab"), { body } = context.document;
  hit.font.underline = "Dotted";
  return [await loaded(context, hit, "font/underline"), await loaded(context, body, "font/underline")];
});
probe("None takes an underline away", "typings of Word.UnderlineType", "ab cd", "None", async context => {
  const hit = first(context, "ab");
  hit.font.underline = "Dotted";
  hit.font.underline = "None";
  return loaded(context, hit, "font/underline");
});

// --- edits
const INSERT = "typings of Range.insertText";
for (const [where, expected] of [
  ["Replace", "a X c"], ["Start", "a Xb c"], ["End", "a bX c"], ["Before", "a Xb c"], ["After", "a bX c"],
]) {
  probe(`insertText ${where}`, INSERT, "a b c", expected, async context => {
    first(context, "b").insertText("X", where);
    return bodyText(context);
  });
}
probe("insertText returns the new range", "#1915", "a b c", "X", context =>
  loaded(context, first(context, "b").insertText("X", "Replace"), "text"));
probe("the old range does not hold its replacement", "#1915", "a b c", "", async context => {
  const hit = first(context, "b");
  await loaded(context, hit, "text");
  hit.insertText("X", "Replace");
  return loaded(context, hit, "text");
});
probe("a place that does not exist is InvalidArgument", INSERT, "a", "InvalidArgument", async context => {
  first(context, "a").insertText("X", "Beside");
  await context.sync();
});
probe("a line feed makes a paragraph", INSERT, "a b c", 2, async context => {
  first(context, " b ").insertText("\n", "Replace");
  const { paragraphs } = context.document.body;
  paragraphs.load("items");
  await context.sync();
  return paragraphs.items.length;
});
probe("text with nothing to insert deletes", UNSOURCED, "a b c", "a  c", async context => {
  first(context, "b").insertText("", "Replace");
  return bodyText(context);
});
probe("delete", "typings of Range.delete", "a b c", "a  c", async context => {
  first(context, "b").delete();
  return bodyText(context);
});
probe("a deleted range is ItemNotFound", "#2624, #3275, #1720", "a b c", "ItemNotFound", async context => {
  const hit = first(context, "b");
  await loaded(context, hit, "text");
  hit.delete();
  await context.sync();
  hit.insertText("X", "Replace");
  await context.sync();
});
probe("later ranges move with earlier edits", "#1215, #2800 (not on the web), #2697", "a b a", "XYZ b Q", async context => {
  const hits = context.document.body.search("a");
  hits.load("items");
  await context.sync();
  hits.items[0].insertText("XYZ", "Replace");
  hits.items[1].insertText("Q", "Replace");
  return bodyText(context);
});
probe("a replacement has the format of what it replaces", "#4276 (not always)", "a b c", true, async context => {
  const hit = first(context, "b");
  hit.font.bold = true;
  return loaded(context, hit.insertText("X", "Replace"), "font/bold");
});
probe("insertParagraph After", "typings of Paragraph.insertParagraph", "a", "a\nb", async context => {
  context.document.body.paragraphs.getFirst().insertParagraph("b", "After");
  return bodyText(context);
});

probe("a range does not hold what is put before it", UNSOURCED, "a b c", "b", async context => {
  const hit = first(context, "b");
  hit.insertText("X", "Before");
  return loaded(context, hit, "text");
});
probe("a range holds what is put at its start", UNSOURCED, "a b c", "Xb", async context => {
  const hit = first(context, "b");
  hit.insertText("X", "Start");
  return loaded(context, hit, "text");
});
probe("a line break parts a match", "#2331", "a b", 0, async context => {
  first(context, "a").insertBreak("Line", "After");
  return count(context, context.document.body, "a b");
});

// --- places
const PLACES = "typings of Word.LocationRelation";
for (const [one, other, expected] of [
  ["ab", "ef", "Before"], ["ef", "ab", "After"], ["ab", "ab", "Equal"], ["ab", "cd", "AdjacentBefore"],
  ["ab", "abcd", "InsideStart"], ["cd", "abcd", "InsideEnd"], ["abcd", "cd", "ContainsEnd"], ["bc", "abcd", "Inside"],
  ["abc", "bcd", "OverlapsBefore"],
]) {
  probe(`${one} is ${expected} of ${other}`, PLACES, "abcd ef", expected, async context => {
    const relation = first(context, one).compareLocationWith(first(context, other));
    await context.sync();
    return relation.value;
  });
}
probe("expandTo", "typings of Range.expandTo", "a b c", "a b c", context =>
  loaded(context, first(context, "a").expandTo(first(context, "c")), "text"));
probe("intersectWith nothing is a null object", "typings of Range.intersectWithOrNullObject", "a b c", true, async context => {
  const nothing = first(context, "a").intersectWithOrNullObject(first(context, "c"));
  nothing.load("text");
  await context.sync();
  return nothing.isNullObject;
});

// --- tracking
const TRACKING = ["WordApi", "1.4"];
probe("the mode is off in a new document", "docs-ref: Word.Document.changeTrackingMode", "a", "Off", context =>
  loaded(context, context.document, "changeTrackingMode"), TRACKING);
probe("a tracked replacement keeps the original", "#5178, #5188, #334", "a b c", ["a b c", "a X c"], async context => {
  context.document.changeTrackingMode = "TrackAll";
  first(context, "b").insertText("X", "Replace");
  context.document.changeTrackingMode = "Off";
  const { body } = context.document;
  const [before, after] = [body.getReviewedText("Original"), body.getReviewedText("Current")];
  await context.sync();
  return [before.value, after.value];
}, TRACKING);
probe("a deletion hides a match around it", "#5874", "a b c", 0, async context => {
  context.document.changeTrackingMode = "TrackAll";
  first(context, "b").delete();
  context.document.changeTrackingMode = "Off";
  return count(context, context.document.body, "a  c");
}, TRACKING);

// --- stories and controls
probe("a header is no part of the body", "#4", "a", 0, async context => {
  const header = context.document.sections.getFirst().getHeader("Primary");
  header.clear();
  header.insertText("above", "Start");
  return count(context, context.document.body, "above");
});
probe("a comment is no part of the body", "#4", "a", [0, 1], async context => {
  first(context, "a").insertComment("aside");
  const comments = context.document.body.getComments();
  comments.load("items");
  const found = await count(context, context.document.body, "aside");
  const { length } = comments.items;
  comments.items.forEach(comment => comment.delete());
  return [found, length];
}, TRACKING);
probe("a reply is told below its comment alone", "typings of Comment.reply", "a", [1, ["no"], "why?"], async context => {
  first(context, "a").insertComment("why?").reply("no");
  const comments = context.document.body.getComments();
  comments.load("items");
  await context.sync();
  const { replies } = comments.items[0];
  replies.load("items/content,items/parentComment/content");
  await context.sync();
  const [reply] = replies.items;
  const told = [comments.items.length, replies.items.map(each => each.content), reply.parentComment.content];
  comments.items[0].delete();
  return told;
}, TRACKING);
probe("a footnote is no part of the body", "#4", "a b", [0, 0, "aside"], async context => {
  const note = first(context, "a").insertFootnote("aside");
  const { body } = context.document;
  const text = await loaded(context, note, "body/text");
  const found = [await count(context, body, "aside"), await count(context, body, "a b")];
  note.delete();
  return [...found, text.trim()];
}, ["WordApi", "1.5"]);
probe("the text of the only section is that of the body", "typings of Section.body", "a\nb", "a\nb", context =>
  loaded(context, context.document.sections.getFirst(), "body/text"));
probe("a hit outside tables has no table", "typings of Range.parentTableOrNullObject", "a", true, async context => {
  const table = first(context, "a").parentTableOrNullObject;
  table.load("rowCount");
  await context.sync();
  return table.isNullObject;
});
probe("a file that is no document is not opened", UNSOURCED, "a", "InvalidArgument", async context => {
  context.application.createDocument("bm8=");
  await context.sync();
});
probe("a control keeps its tag and its text", "typings of ContentControl", "a b c", ["unsaid", "b"], async context => {
  const control = first(context, "b").insertContentControl();
  control.tag = "unsaid";
  const told = await loaded(context, control, "tag", "text");
  control.delete(true);
  return told;
});
probe("a locked control refuses edits", "#2759; the code is unsourced", "a b c", "NotAllowed", async context => {
  const hit = first(context, "b"), control = hit.insertContentControl();
  control.cannotEdit = true;
  await loaded(context, hit, "text");
  try {
    hit.insertText("X", "Replace");
    await context.sync();
  } finally {
    control.cannotEdit = false;
    control.delete(true);
    await context.sync();
  }
});

// --- the library itself
const LIBRARY = "docs-pr: docs/testing/application-specific-api-error-handling.md";
probe("reading before sync is PropertyNotLoaded", LIBRARY, "a", "PropertyNotLoaded", async context =>
  first(context, "a").text);
probe("the first of nothing is ItemNotFound", LIBRARY, "a", "ItemNotFound", context => loaded(context, first(context, "b"), "text"));
probe("the first of nothing or null", "typings of getFirstOrNullObject", "a", true, async context => {
  const nothing = context.document.body.search("b").getFirstOrNullObject();
  nothing.load("text");
  await context.sync();
  return nothing.isNullObject;
});

async function answer({ text, act, set }) {
  if (!Office.context.requirements.isSetSupported(...set)) return "not in this Word";
  try {
    return await Word.run(async context => {
      context.document.body.clear();
      context.document.body.insertText(text, "Start");
      await context.sync();
      return (await act(context)) ?? null;
    });
  } catch (error) {
    if (!(error instanceof OfficeExtension.Error)) throw error;
    return error.code;
  }
}

/** The questions and what their answers rest on. */
export const questions = probes.map(({ name, source, expected }) => ({ name, source, expected }));

/** Ask all the questions, one after the other. The document loses what it holds. */
export async function ask() {
  const answers = [];
  for (const each of probes) {
    const { name, source, expected } = each;
    answers.push({ name, source, expected, answer: await answer(each) });
  }
  return answers;
}
