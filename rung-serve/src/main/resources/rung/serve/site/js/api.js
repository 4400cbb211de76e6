/* The server's interface. Every answer is JSON; what goes wrong is a Problem with the server's own sentence. */
import { askToken, forgetToken, token } from "./token.js";

/** What the server answered instead of a result. */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Whether an error only says that somebody no longer waits for the answer. */
export const isAborted = (error) => error.name === "AbortError";

function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null) {
      query.set(key, value);
    }
  }
  const text = query.toString();
  return `api/v1/${path}${text === "" ? "" : `?${text}`}`;
}

/** The answer itself, whatever its type; asks for a token where the server wants one. */
export async function request(path, { parameters, body, signal } = {}) {
  for (;;) {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    if (token() !== "") {
      headers.Authorization = `Bearer ${token()}`;
    }
    let response;
    try {
      response = await fetch(address(path, parameters), {
        method: body === undefined ? "GET" : "POST",
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
    } catch (error) {
      throw isAborted(error) ? error : new Problem(0, "The server does not answer. Is it still running?");
    }
    if (response.status === 401) {
      forgetToken();
      await askToken();
      continue;
    }
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      throw new Problem(response.status, problem.detail ?? problem.title ?? `The server answered ${response.status}.`);
    }
    return response;
  }
}

const ask = async (path, options) => (await request(path, options)).json();
const part = encodeURIComponent;

/** How many of one's own items are named for each recommendation. */
const REASONS = 3;

export const model = () => ask("model");
export const findItems = (q, n, signal) => ask("items", { parameters: { q, n }, signal });
export const item = (id, signal) => ask(`items/${part(id)}`, { signal });
export const similar = (id, by, n, signal) => ask(`items/${part(id)}/similar`, { parameters: { n, by }, signal });
export const findUsers = (q, n, signal) => ask("users", { parameters: { q, n }, signal });
export const user = (id, signal) => ask(`users/${part(id)}`, { signal });
export const recommendToUser = (id, wish, n, signal) =>
  ask(`users/${part(id)}/recommendations`, { parameters: { n, by: wish.by, surprise: wish.surprise, because: REASONS }, signal });
export const explain = (id, itemId, signal) => ask(`users/${part(id)}/explanation`, { parameters: { item: itemId }, signal });
export const recommend = (body, signal) => ask("recommendations", { body: { ...body, because: REASONS }, signal });
export const keepRating = (body) => ask("ratings", { body });
export const report = (signal) => ask("report", { signal });
export const tableWindow = (parameters, signal) => ask("table", { parameters, signal });
export const tableOverview = (parameters, signal) => ask("table/overview", { parameters, signal });
export const frame = async (name, number, signal) => (await request(`frames/${part(name)}/${number}`, { signal })).blob();
export const tableFile = async () => (await request("table/file")).blob();

let places = null;

/** The map, which is asked for once. */
export function map() {
  places ??= ask("map").catch((error) => {
    places = null;
    throw error;
  });
  return places;
}
