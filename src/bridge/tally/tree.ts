import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'

/** Elements in elements: answers have about ten. */
const nestedMax = 64

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // A company's name may end in a space, and is found under that alone.
  trimValues: false,
  processEntities: {
    enabled: true,
    maxTotalExpansions: 10_000_000,
    maxExpandedLength: 64 * 1024 * 1024,
  },
  htmlEntities: false,
  maxNestedTags: nestedMax,
})

/** An answer as a tree; undefined for what is no whole XML, as one that was cut off. */
export function treeOf(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('<') || XMLValidator.validate(text) !== true) return undefined
  const tree: JsonValue = parser.parse(text)
  return isJsonObject(tree) ? tree : undefined
}

/** The elements of a name directly below one, in their order. */
export function childrenOf(node: JsonValue | undefined, name: string): JsonValue[] {
  if (!isJsonObject(node)) return []
  const found = node[name]
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

export function childOf(node: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce((at, name) => childrenOf(at, name)[0], node)
}

/** The text of an element, '' without one. */
export function textOf(node: JsonValue | undefined): string {
  if (isJsonObject(node)) return textOf(node['#text'])
  return typeof node === 'string' ? node : ''
}

/** The texts of all elements of a name, however deep. */
export function textsWithin(node: JsonValue | undefined, name: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => textsWithin(each, name))
  if (!isJsonObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? (Array.isArray(value) ? value : [value]).map(textOf) : textsWithin(value, name),
  )
}
