import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'

/** The deepest nesting. Answers have about ten levels. */
const nestedMax = 64

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // A company's name may end in a space, and Tally finds it only with that space.
  trimValues: false,
  processEntities: {
    enabled: true,
    maxTotalExpansions: 10_000_000,
    maxExpandedLength: 64 * 1024 * 1024,
  },
  htmlEntities: false,
  maxNestedTags: nestedMax,
})

/** An answer as a tree. Undefined for incomplete XML, such as an answer that was cut off. */
export function treeOf(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('<') || XMLValidator.validate(text) !== true) return undefined
  const tree: JsonValue = parser.parse(text)
  return isJsonObject(tree) ? tree : undefined
}

/** The direct child elements with a name, in order. */
export function childrenOf(node: JsonValue | undefined, name: string): JsonValue[] {
  if (!isJsonObject(node)) return []
  const found = node[name]
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

export function childOf(node: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce((at, name) => childrenOf(at, name)[0], node)
}

/** The text of an element; '' without one. */
export function textOf(node: JsonValue | undefined): string {
  if (isJsonObject(node)) return textOf(node['#text'])
  return typeof node === 'string' ? node : ''
}

/** The texts of all elements with a name, at any depth. */
export function textsWithin(node: JsonValue | undefined, name: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => textsWithin(each, name))
  if (!isJsonObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? (Array.isArray(value) ? value : [value]).map(textOf) : textsWithin(value, name),
  )
}
