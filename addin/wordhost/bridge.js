// What the client library for the Mac finds in place of Word: a message handler that answers by callback.
(() => {
  const reply = (id, payload) => OSF.ScriptMessaging.agaveHostCallback(id, payload);
  const GET_CONTEXT = 5, EXECUTE = 1, REGISTER = 2, UNREGISTER = 3, WRITE_SETTINGS = 4;
  const SAVE_SETTINGS = 76; // the number that other clients execute
  const listeners = new Map();
  const tell = ([event, told, early], wanted) => {
    if (early === wanted && listeners.has(event)) OSF.ScriptMessaging.agaveHostEventCallback(listeners.get(event), [told, event]);
  };
  // The library is that of the Mac, whose transport this is; what it says of its platform is the profile's.
  const asProfile = context => {
    const { platform, savesLinks } = context.pop();
    OfficeExt.HostName.Host.getInstance().getPlatform = () => Microsoft.Office.WebExtension.PlatformType[platform];
    if (!savesLinks) withoutDownloads();
    return context;
  };
  const withoutDownloads = () => {
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      if (!this.hasAttribute("download")) click.call(this);
    };
    document.addEventListener("click", event => {
      if (event.target.closest?.("a[download]")) event.preventDefault();
    }, true);
  };
  const answer = async ({ methodId, params, callbackId }) => {
    if (methodId === GET_CONTEXT) {
      reply(callbackId, asProfile(await window.unsaidHostContext()));
    } else if (methodId === EXECUTE) {
      const answered = await window.unsaidHostExecute(params.id, params.apiArgs);
      const happened = await window.unsaidHostEvents();
      for (const event of happened) tell(event, true);
      if (callbackId && answered !== null) reply(callbackId, answered);
      // In a turn of its own: what the answer leads to comes first.
      if (happened.length > 0) window.setTimeout(() => { for (const event of happened) tell(event, false); }, 0);
    } else if (methodId === WRITE_SETTINGS) {
      reply(callbackId, await window.unsaidHostExecute(SAVE_SETTINGS, [params.keys, params.values]));
    } else {
      if (methodId === REGISTER) listeners.set(params.id, callbackId);
      if (methodId === UNREGISTER) listeners.delete(params.id);
      if (callbackId) setTimeout(() => reply(callbackId, [0]), 0);
    }
  };
  // A test lets Word tell what it knows now, without a call of the pane.
  window.unsaidHostTells = async () => {
    for (const event of await window.unsaidHostEvents()) tell(event, event[2]);
  };
  window.webkit = { messageHandlers: { Agave: { postMessage: json => void answer(JSON.parse(json)) } } };
})();
