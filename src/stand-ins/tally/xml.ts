import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonValue } from '../../platform/json/json.ts'

/** One element of XML; names are upper case, as Tally writes them. The text is what stands directly in it, not trimmed. */
export type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** References to characters in one request; a voucher has a few. */
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

/** The root element; undefined for what is not well-formed: one bare `&` is enough. */
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

/** The text at a path, trimmed; empty when there is none. */
export function textAt(of: Element | undefined, ...path: string[]): string {
  return elementAt(of, ...path)?.text.trim() ?? ''
}

/** As Tally writes XML: a line for each element, a space more at each depth, and characters that XML forbids among them. */
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

/** The ampersand first: the others bring one. */
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
  '\n': '&#10;',
  // Not allowed in XML, and written by Tally all the same; U+0003 it writes as it is.
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
