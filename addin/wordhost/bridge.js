// What the client library for the Mac finds in place of Word: a message handler that answers by callback.
(() => {
  const reply = (id, payload) => OSF.ScriptMessaging.agaveHostCallback(id, payload);
  const GET_CONTEXT = 5, EXECUTE = 1, REGISTER = 2, UNREGISTER = 3, WRITE_SETTINGS = 4;
  const SAVE_SETTINGS = 76; // the number that other clients execute
  const listeners = new Map();
  const tell = ([event, told]) => {
    if (listeners.has(event)) OSF.ScriptMessaging.agaveHostEventCallback(listeners.get(event), [told, event]);
  };
  const answer = async ({ methodId, params, callbackId }) => {
    if (methodId === GET_CONTEXT) {
      reply(callbackId, await window.unsaidHostContext());
    } else if (methodId === EXECUTE) {
      const answered = await window.unsaidHostExecute(params.id, params.apiArgs);
      if (callbackId && answered !== null) reply(callbackId, answered);
      for (const event of await window.unsaidHostEvents()) tell(event);
    } else if (methodId === WRITE_SETTINGS) {
      reply(callbackId, await window.unsaidHostExecute(SAVE_SETTINGS, [params.keys, params.values]));
    } else {
      if (methodId === REGISTER) listeners.set(params.id, callbackId);
      if (methodId === UNREGISTER) listeners.delete(params.id);
      if (callbackId) setTimeout(() => reply(callbackId, [0]), 0);
    }
  };
  window.webkit = { messageHandlers: { Agave: { postMessage: json => void answer(JSON.parse(json)) } } };
})();
