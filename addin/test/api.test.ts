import { afterEach, expect, test, vi } from "vitest";
import { Api } from "../src/api";
import { SignIn } from "../src/auth/sign_in";

const BASE = new URL("https://unsaid.example/");
const PROBLEM = {
  type: "urn:unsaid:problem:busy",
  title: "Busy",
  status: 503,
  code: "busy",
  detail: "wait",
  request_id: "r1",
};

function answering(answer: Response | Error): { asked: Request[]; api: Api; tokens: SignIn } {
  const asked: Request[] = [];
  vi.stubGlobal("fetch", (address: URL, given: RequestInit) => {
    asked.push(new Request(address, { ...given, signal: null }));
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const tokens = new SignIn(() => Promise.reject(new Error("nobody is asked")));
  void tokens.signIn(" secret ");
  return { asked, api: new Api(BASE, tokens), tokens };
}

const problem = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ ...PROBLEM, status }), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });

afterEach(() => vi.unstubAllGlobals());

test("a request names the version of the pane and the token", async () => {
  const { asked, api } = answering(new Response('{"clients": [], "others": 0}'));
  expect(await api.clients()).toEqual({ clients: [], others: 0 });
  const [request] = asked;
  expect(request?.url).toBe("https://unsaid.example/v1/clients");
  expect(request?.headers.get("Authorization")).toBe("Bearer secret");
  expect(request?.headers.get("Unsaid-Pane")).toBe(__VERSION__);
});

test("a document is sent as a form, and nothing is in the URL", async () => {
  const { asked, api } = answering(new Response("{}"));
  await api.analyse(new Uint8Array([80, 75]), { client: "Halden & Rook" });
  const sent = await asked[0]?.formData();
  expect(sent?.get("request")).toBe('{"client":"Halden & Rook"}');
  expect((sent?.get("document") as File).size).toBe(2);
  expect(asked[0]?.url).toBe("https://unsaid.example/v1/analyses");
});

const REPORT = { report: { suppressed: [], sought: [], spared: [], partly: [], unexamined: [], left: [] } };

test("the analysed file is sent beside the file to check", async () => {
  const { asked, api } = answering(new Response("{}"));
  await api.verify(new Uint8Array([80, 75]), REPORT, new Uint8Array([80]));
  const sent = await asked[0]?.formData();
  expect([(sent?.get("document") as File).size, (sent?.get("original") as File).size]).toEqual([2, 1]);
});

test("the name of an uploaded file holds no word that could be a term", async () => {
  const { api } = answering(new Response("{}"));
  const set = vi.spyOn(FormData.prototype, "set");
  await api.verify(new Uint8Array([80, 75]), REPORT, new Uint8Array([80]));
  expect(set).toHaveBeenCalledWith("original", expect.anything(), expect.stringMatching(/^[^\p{L}\p{N}]+\.docx$/u));
  expect(set).toHaveBeenCalledWith("document", expect.anything(), expect.stringMatching(/^[^\p{L}\p{N}]+\.docx$/u));
  set.mockRestore();
});

test("an error keeps its code and its retry time", async () => {
  const { api } = answering(problem(503, { "Retry-After": "7" }));
  await expect(api.clients()).rejects.toMatchObject({
    code: "busy",
    status: 503,
    retryAfter: 7,
    passes: true,
    requestId: "r1",
  });
});

test("a rejected token is forgotten", async () => {
  const { api, tokens } = answering(problem(401));
  await expect(api.clients()).rejects.toMatchObject({ status: 401, passes: false });
  expect(await tokens.token()).toBeNull();
});

test("a late refusal of the old token keeps the new one, and the request is sent again", async () => {
  const tokens = new SignIn(() => Promise.reject(new Error("nobody is asked")));
  await tokens.signIn("old");
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: URL, { headers }: { headers: Record<string, string> }) => {
    const token = headers["Authorization"] ?? null;
    sent.push(token);
    if (token === "Bearer new") return new Response('{"clients": [], "others": 0}');
    await tokens.signIn("new");
    return problem(401);
  });
  expect(await new Api(BASE, tokens).clients()).toEqual({ clients: [], others: 0 });
  expect(sent).toEqual(["Bearer old", "Bearer new"]);
  expect(await tokens.token()).toBe("new");
});

test("an answer of a proxy is not read as one of the service", async () => {
  const { api } = answering(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(api.clients()).rejects.toMatchObject({ code: "no_service", status: 502 });
});

test("a failed connection says that nothing was changed", async () => {
  const { api } = answering(new TypeError("Failed to fetch"));
  await expect(api.clients()).rejects.toMatchObject({ code: "no_service" });
});

test("a cancelled request is no error", async () => {
  const stopped = new AbortController();
  stopped.abort();
  const { api } = answering(stopped.signal.reason as Error);
  await expect(api.clients(stopped.signal)).rejects.toBe(stopped.signal.reason);
});
