import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonValue } from '../../platform/json/json.ts'

/** An XML element. Names are upper case, as Tally writes them. `text` is the element's direct text, not trimmed. */
export type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** The most character references in a request. A voucher has a few. */
const expansionsMax = 1_000_000

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: {
    enabled: true,
    maxTotalExpansions: expansionsMax,
    maxExpandedLength: expansionsMax,
  },
})

/** The root element. Undefined for text that is not well-formed: one bare `&` is enough. */
export function parseXml(text: string): Element | undefined {
  if (!text.trimStart().startsWith('<') || XMLValidator.validate(text) !== true) return undefined
  const nodes: JsonValue = parser.parse(text)
  return elementsOf(nodes).find(({ name }) => !name.startsWith('?'))
}

export function element(
  name: string,
  content: string | readonly Element[] = '',
  attributes: Record<string, string> = {},
): Element {
  return typeof content === 'string'
    ? { name, attributes, text: content, children: [] }
    : { name, attributes, text: '', children: [...content] }
}

export function childrenNamed(of: Element, name: string): Element[] {
  return of.children.filter((child) => child.name === name)
}

/** The first element at a path of names. */
export function elementAt(of: Element | undefined, ...path: string[]): Element | undefined {
  let found = of
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found
}

/** The text at a path, trimmed; '' without one. */
export function textAt(of: Element | undefined, ...path: string[]): string {
  return elementAt(of, ...path)?.text.trim() ?? ''
}

/** Writes XML as Tally does: a line per element, indented by one space per level, including characters that XML forbids. */
export function renderXml(of: Element, depth = 0): string {
  const indent = ' '.repeat(depth)
  const attributes = Object.entries(of.attributes).map(
    ([key, value]) => ` ${key}="${escape(value)}"`,
  )
  const open = `${indent}<${of.name}${attributes.join('')}`
  if (of.children.length === 0) return `${open}>${escape(of.text)}</${of.name}>\r\n`
  const inner = of.children.map((child) => renderXml(child, depth + 1)).join('')
  return `${open}>\r\n${inner}${indent}</${of.name}>\r\n`
}

/** The ampersand must come first, because the other replacements contain one. */
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
  '\n': '&#10;',
  // XML forbids this character, but Tally writes it. Tally writes U+0003 unescaped.
  '\u0004': '&#4;',
}

function escape(text: string): string {
  return Object.entries(escapes).reduce(
    (escaped, [character, reference]) => escaped.replaceAll(character, reference),
    text,
  )
}

function elementsOf(nodes: JsonValue | undefined): Element[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node) => {
    if (!isJsonObject(node)) return []
    const [name] = Object.keys(node)
    return name === undefined || name === '#text' ? [] : [elementOf(name, node[name], node[':@'])]
  })
}

function elementOf(
  name: string,
  inner: JsonValue | undefined,
  attributes: JsonValue | undefined,
): Element {
  const parts = Array.isArray(inner) ? inner.filter(isJsonObject) : []
  const texts = parts.map((part) => part['#text']).filter((text) => typeof text === 'string')
  const pairs = isJsonObject(attributes) ? Object.entries(attributes) : []
  return {
    name: name.toUpperCase(),
    attributes: Object.fromEntries(
      pairs.map(([key, value]) => [key, typeof value === 'string' ? value : '']),
    ),
    text: texts.join(''),
    children: elementsOf(inner),
  }
}
