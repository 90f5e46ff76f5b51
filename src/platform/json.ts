/** Anything that JSON can say. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Its labels come from outside: read them with `Object.keys`, never trust one to be harmless. */
export type JsonObject = { [key: string]: JsonValue }

export function isJsonObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
