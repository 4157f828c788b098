// Members that Microsoft's typings have and the newest published library has not; Word loads a library that has them.
// They are put together from the library's own parts, as its generated classes are, so that loading, syncing, keeping and
// refusing stay the library's. What Word itself answers is the host's to say.
(() => {
  const { BatchApiHelper: batch, ClientObject, Utility } = OfficeExtension;
  const VALUE = 4, READS = 1, WRITES = 0; // the flags and operation types of the generated classes
  const wire = name => name[0].toUpperCase() + name.slice(1);

  // By class: values (those with a ! can be set), objects it leads to, methods that do, and methods that lead to objects.
  const CLASSES = {
    Field: { values: ["code!", "type"], leads: { result: "Range" }, does: ["delete", "unlink"] },
    Setting: { values: ["key", "value!"], does: ["delete"] },
    Shape: { values: ["type"], leads: { body: "Body", textFrame: "TextFrame" } },
    TextFrame: { values: ["hasText"] },
    TrackedChange: {
      values: ["author", "date", "text", "type"], does: ["accept", "reject"], finds: { getNextOrNullObject: "TrackedChange" },
    },
  };
  const COLLECTIONS = {
    FieldCollection: { of: "Field" },
    SettingCollection: {
      of: "Setting", does: ["deleteAll"],
      finds: { add: "Setting", getItem: "Setting", getItemOrNullObject: "Setting" },
    },
    ShapeCollection: { of: "Shape" },
    TrackedChangeCollection: { of: "TrackedChange", does: ["acceptAll", "rejectAll"] },
  };
  const TEXT = { leads: { fields: "FieldCollection", shapes: "ShapeCollection" }, finds: { getTrackedChanges: "TrackedChangeCollection" } };
  const ADDED = {
    Body: TEXT,
    Range: { ...TEXT, does: ["insertBookmark"], tells: ["getBookmarks"] },
    Paragraph: { ...TEXT, tells: ["getText"], values: ["uniqueLocalId"] },
    Document: {
      leads: { settings: "SettingCollection" }, does: ["acceptAllRevisions", "rejectAllRevisions", "deleteBookmark", "undoClear"],
      finds: { getParagraphByUniqueLocalId: "Paragraph", getBookmarkRangeOrNullObject: "Range" },
    },
  };

  const isCollection = name => name in COLLECTIONS;
  const own = (type, name, told) => Object.defineProperty(type.prototype, name, { configurable: true, ...told });

  // A value of a class that the library has: it is loaded by name, and taken out of the answer before the library reads it.
  function addValue(type, name) {
    const loaded = Symbol(name), handle = type.prototype._handleResult;
    own(type, name, { get() { Utility.throwIfNotLoaded(name, this[loaded], type.prototype._className, this._isNull); return this[loaded]; } });
    own(type, "_handleResult", { value(told) {
      if (told?.[wire(name)] !== undefined) this[loaded] = told[wire(name)];
      return handle.call(this, told);
    } });
  }

  function addMembers(type, { leads = {}, does = [], finds = {}, tells = [] }) {
    for (const [name, kind] of Object.entries(leads)) {
      const kept = Symbol(name);
      own(type, name, { get() {
        return this[kept] ??= batch.createPropertyObject(Word[kind], this, wire(name), isCollection(kind), VALUE);
      } });
    }
    for (const name of does) own(type, name, { value(...given) { batch.invokeMethod(this, wire(name), WRITES, given, 0, 0); } });
    for (const name of tells) {
      own(type, name, { value(...given) { return batch.invokeMethod(this, wire(name), READS, given, VALUE, 0); } });
    }
    for (const [name, kind] of Object.entries(finds)) {
      own(type, name, { value(...given) {
        return batch.createMethodObject(Word[kind], this, wire(name), READS, given, isCollection(kind), false, null, VALUE);
      } });
    }
  }

  function newClass(name) {
    if (name in Word) throw new Error(`the library has Word.${name} now: take it out of newer.js`);
    const type = Word[name] = class extends ClientObject {
      load(option) { return Utility.load(this, option); }
      track() { this.context.trackedObjects.add(this); return this; }
      untrack() { this.context.trackedObjects.remove(this); return this; }
      _KeepReference() { batch.invokeMethod(this, "_KeepReference", READS, [], VALUE, 0); }
      _handleIdResult(value) {
        super._handleIdResult(value);
        if (value?._ReferenceId !== undefined) this.keptAs = value._ReferenceId;
      }
    };
    own(type, "_className", { get: () => name });
    own(type, "_ReferenceId", { get() { return this.keptAs; } });
    return type;
  }

  for (const [name, { values, ...members }] of Object.entries(CLASSES)) {
    const type = newClass(name), loaded = Symbol("loaded"), names = values.map(each => each.replace("!", ""));
    own(type, "_scalarPropertyNames", { get: () => names });
    own(type, "_scalarPropertyOriginalNames", { get: () => names.map(wire) });
    own(type, "_scalarPropertyUpdateable", { get: () => values.map(each => each.endsWith("!")) });
    own(type, "_navigationPropertyNames", { get: () => Object.keys(members.leads ?? {}) });
    for (const value of names) {
      own(type, value, {
        get() { Utility.throwIfNotLoaded(value, this[loaded]?.[value], name, this._isNull); return this[loaded][value]; },
        set: !values.includes(`${value}!`) ? undefined : function (given) {
          (this[loaded] ??= {})[value] = given;
          batch.invokeSetProperty(this, wire(value), given, 0);
        },
      });
    }
    own(type, "_handleResult", { value(told) {
      ClientObject.prototype._handleResult.call(this, told);
      if (told === null || told === undefined) return;
      Utility.fixObjectPathIfNecessary(this, told);
      if (told._ReferenceId !== undefined) this.keptAs = told._ReferenceId;
      for (const value of names) if (told[wire(value)] !== undefined) (this[loaded] ??= {})[value] = told[wire(value)];
      Utility._handleNavigationPropertyResults(this, told, Object.keys(members.leads ?? {}).flatMap(each => [each, wire(each)]));
    } });
    addMembers(type, members);
  }

  for (const [name, { of, finds, ...members }] of Object.entries(COLLECTIONS)) {
    const type = newClass(name), loaded = Symbol("items");
    own(type, "_isCollection", { get: () => true });
    own(type, "items", { get() { Utility.throwIfNotLoaded("items", this[loaded], name, this._isNull); return this[loaded]; } });
    own(type, "_handleResult", { value(told) {
      ClientObject.prototype._handleResult.call(this, told);
      if (told === null || told === undefined) return;
      Utility.fixObjectPathIfNecessary(this, told);
      if (told._ReferenceId !== undefined) this.keptAs = told._ReferenceId;
      this[loaded] = told._Items?.map((each, at) => {
        const item = batch.createChildItemObject(Word[of], true, this, each, at);
        item._handleResult(each);
        return item;
      });
    } });
    addMembers(type, { ...members, finds: { getFirst: of, getFirstOrNullObject: of, ...finds } });
  }

  // The numbers are the host's (events.py): those of Word's own library are not public.
  for (const [name, eventType] of [["ParagraphAdded", 1001], ["ParagraphChanged", 1002], ["ParagraphDeleted", 1003]]) {
    const kept = Symbol(name);
    own(Word.Document, `on${name}`, { get() {
      return this[kept] ??= new OfficeExtension.GenericEventHandlers(this.context, this, name, {
        eventType,
        registerFunc: () => batch.invokeMethod(this, `_Register${name}Event`, WRITES, [], 0, 0),
        unregisterFunc: () => batch.invokeMethod(this, `_Unregister${name}Event`, WRITES, [], 0, 0),
        getTargetIdFunc: () => "",
        eventArgsTransformFunc: told => Utility._createPromiseFromResult(told),
      });
    } });
  }

  for (const [name, { values = [], ...members }] of Object.entries(ADDED)) {
    addMembers(Word[name], members);
    for (const value of values) addValue(Word[name], value);
  }
})();
