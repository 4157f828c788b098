// A real OpenID Connect provider on loopback. It prints the address of its issuer as one line of JSON, signs in whoever
// an authorisation request names by login_hint (else ada), and takes new signing keys when it is asked to by POST /rotate.
// With a file that holds a certificate and its key it speaks TLS; its keys are then answered without it as well.
import { createHash, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { readFileSync } from "node:fs";
import { Provider } from "oidc-provider";

const AUDIENCE = "api://unsaid";
const PEOPLE = JSON.parse(process.argv[2]);
const ALGORITHM = { rsa: "RS256", ec: "ES256" };

function signingKeys() {
  const pairs = [generateKeyPairSync("rsa", { modulusLength: 2048 }), generateKeyPairSync("ec", { namedCurve: "P-256" })];
  return pairs.map(({ privateKey }) => {
    const key = privateKey.export({ format: "jwk" });
    const kid = createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 16);
    return { ...key, kid, use: "sig" };
  });
}

const resourceIndicators = {
  enabled: true,
  defaultResource: () => AUDIENCE,
  useGrantedResource: () => true,
  getResourceServerInfo: (_ctx, resource, client) => ({
    scope: "unsaid",
    audience: resource,
    accessTokenFormat: "jwt",
    accessTokenTTL: 300,
    jwt: { sign: { alg: ALGORITHM[client.clientId.split("-")[0]] ?? "RS256" } },
  }),
};

function configuration(issuer) {
  const client = (id) => ({
    client_id: id,
    token_endpoint_auth_method: "none",
    redirect_uris: pem ? ["http://127.0.0.1/pane/dialog.html"] : [`${issuer}/signed-in`], // the first at any port
    grant_types: ["authorization_code"],
    response_types: ["code"],
    application_type: "native",
  });
  return {
    clients: [client("rsa-pane"), client("ec-pane")],
    jwks: { keys: signingKeys() },
    cookies: { keys: ["for tests alone"] },
    scopes: ["openid", "unsaid", "other"],
    features: { devInteractions: { enabled: false }, resourceIndicators },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_ctx, token) => PEOPLE[token.accountId] ?? {},
    clientBasedCORS: () => true,
    ttl: { Interaction: 60, Session: 60, Grant: 60, IdToken: 60 },
  };
}

async function signIn(provider, request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = params.login_hint ?? "ada";
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  grant.addResourceScope(AUDIENCE, params.scope);
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId }, consent });
}

const pem = process.argv[3] && readFileSync(process.argv[3]);
const server = pem ? createSecureServer({ cert: pem, key: pem }) : createServer();
const plain = createServer();

plain.listen(0, "127.0.0.1", () => server.listen(0, "127.0.0.1", () => {
  const issuer = `${pem ? "https" : "http"}://127.0.0.1:${server.address().port}`;
  let provider = new Provider(issuer, configuration(issuer));
  const answer = async (request, response) => {
    if (request.url === "/rotate") {
      provider = new Provider(issuer, configuration(issuer));
      response.writeHead(204).end();
    } else if (request.url.startsWith("/interaction/")) {
      await signIn(provider, request, response);
    } else {
      provider.callback()(request, response);
    }
  };
  server.on("request", answer);
  plain.on("request", answer);
  console.log(JSON.stringify({ issuer, keys: `http://127.0.0.1:${plain.address().port}/jwks` }));
}));
