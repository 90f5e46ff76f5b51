import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { namedValue, type ReadValue } from '../page.ts'

/* Structured files are trees. Paths say where each value stands in a tree. */

/** The path of each key's value. Of several paths, the first with a text counts. Dots part the steps of a path. */
export type Places = Readonly<Record<string, string | readonly string[]>>

/** The values that the tree has. */
export function valuesAt(
  tree: JsonValue | undefined,
  places: Places,
  source: 'xml' | 'qr' = 'xml',
): Record<string, ReadValue> {
  const values: Record<string, ReadValue> = {}
  for (const [key, paths] of Object.entries(places)) {
    const text = [paths].flat().flatMap((path) => textAt(tree, path) ?? [])[0]
    if (text !== undefined) values[key] = namedValue(text, source)
  }
  return values
}

/** The trimmed text at a path. Undefined if it is empty. */
export function textAt(tree: JsonValue | undefined, path: string): string | undefined {
  const [first] = nodesAt(tree, path)
  const content = isJsonObject(first) ? first['#text'] : first
  if (content === null || content === undefined || typeof content === 'object') return undefined
  const text = String(content).trim()
  return text === '' ? undefined : text
}

/** All nodes at a path. Each step looks into each element of a list. */
export function nodesAt(tree: JsonValue | undefined, path: string): JsonValue[] {
  let nodes = elementsOf(tree)
  for (const step of path.split('.')) {
    nodes = nodes.flatMap((node) =>
      isJsonObject(node) && Object.hasOwn(node, step) ? elementsOf(node[step]) : [],
    )
  }
  return nodes
}

/** The objects at a path. */
export function objectsAt(tree: JsonValue | undefined, path: string): JsonObject[] {
  return nodesAt(tree, path).filter(isJsonObject)
}

function elementsOf(value: JsonValue | undefined): JsonValue[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
