// What the pane waits for: answers of the service and of Word, and its own short timers, by which it gathers wishes.
// Where it waits for nothing but such timers, the next one goes off at once, as if the time had passed.
(() => {
  const SHORT = 2_000; // milliseconds; what is longer is patience, and goes off only where nobody answers
  const LOOKS = 5; // one after another, since what an answer leads to begins in the turns after it
  let many = 0, still = 0, ahead = 0;
  const later = window.setTimeout, clear = window.clearTimeout, timers = new Map();
  const now = () => performance.now() + ahead;
  const begin = () => { many += 1; still = 0; };
  const over = () => later(() => { many -= 1; }, 0);
  const during = promise => {
    begin();
    promise.then(over, over);
    return promise;
  };
  const watch = (owner, name) => {
    const ask = owner[name];
    owner[name] = function (...given) { return during(ask.apply(this, given)); };
  };
  watch(window, "fetch");
  watch(Response.prototype, "json");
  for (const name of ["unsaidHostContext", "unsaidHostExecute", "unsaidHostEvents"]) watch(window, name);
  window.setTimeout = (act, delay, ...given) => {
    if (!(delay <= SHORT)) return later(act, delay, ...given);
    const goOff = () => { if (timers.delete(timer)) try { act(...given); } finally { over(); } };
    const timer = later(goOff, delay);
    timers.set(timer, { goOff, due: now() + delay });
    begin();
    return timer;
  };
  window.clearTimeout = timer => {
    if (timers.delete(timer)) over();
    clear(timer);
  };
  const goOn = () => {
    const next = [...timers.values()].reduce((one, other) => (other.due < one.due ? other : one));
    ahead = Math.max(ahead, next.due - performance.now());
    next.goOff();
  };
  window.unsaidRests = () => {
    still = many === timers.size ? still + 1 : 0;
    if (still < LOOKS) return false;
    if (many > 0) { still = 0; goOn(); }
    return many === 0;
  };
})();
