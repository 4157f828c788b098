// What the pane waits for: answers of the service and of Word, and its own short timers, by which it gathers wishes.
(() => {
  const SHORT = 2_000; // milliseconds; what is longer is patience, and goes off only where nobody answers
  const LOOKS = 5; // one after another, since what an answer leads to begins in the turns after it
  let many = 0, still = 0;
  const later = window.setTimeout, clear = window.clearTimeout, timers = new Set();
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
    const end = () => { if (timers.delete(timer)) over(); };
    const timer = later(() => { try { act(...given); } finally { end(); } }, delay);
    timers.add(timer);
    begin();
    return timer;
  };
  window.clearTimeout = timer => {
    if (timers.delete(timer)) over();
    clear(timer);
  };
  window.unsaidRests = () => {
    still = many === 0 ? still + 1 : 0;
    return still >= LOOKS;
  };
})();
