import { foldName } from './books.ts'
import { element, type Element } from './xml.ts'

/* TDL formulae of filters and computed fields: comparisons, AND, OR, NOT, CONTAINS, and a few functions. */

export type Value = string | number | boolean | undefined

/** What a formula can read: the object's fields, the request's variables, functions, and other formulae by name. */
export type Scope = {
  field(name: string): Value
  variable(name: string): Value
  call(name: string, argument: string): Value
  formula(name: string): string | undefined
}

/** A formula that Tally cannot read. Tally opens a dialog and answers nobody until a person closes it. */
export class BadFormula extends Error {}

/** A function with a name that contains spaces. It ends Tally's process. */
export class DeadlyFormula extends Error {}

type Token = { kind: 'value' | 'name' | 'operator'; text: string }

const tokenPattern =
  /\s*(?:("(?:[^"])*")|(\d+(?:\.\d+)?)|(\$\$\w+(?::(?:"[^"]*"|[\w.$#@]+))*|##\w+|@@?\w+|\$[\w.]+(?::[\w.$#]+)*)|(<=|>=|<>|!=|=|<|>|\(|\))|([A-Za-z]\w*))/y

export function evaluate(formula: string, scope: Scope): Value {
  const tokens = tokensOf(formula)
  const parser = { tokens, at: 0 }
  const value = either(parser, scope)
  if (parser.at < tokens.length) throw new BadFormula(formula)
  return value
}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < formula.trimEnd().length) {
    const match = tokenPattern.exec(formula)
    if (match === null) throw new BadFormula(formula)
    const [, quoted, number, name, operator, word] = match
    if (quoted !== undefined || number !== undefined) {
      tokens.push({ kind: 'value', text: quoted ?? number ?? '' })
    } else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else tokens.push({ kind: 'operator', text: (operator ?? word ?? '').toUpperCase() })
  }
  refuseDeadly(tokens, formula)
  return tokens
}

const words = new Set([
  'AND',
  'OR',
  'NOT',
  'CONTAINS',
  'CONTAINING',
  'STARTING',
  'ENDING',
  'WITH',
  'YES',
  'NO',
])

/** For example `$$NumItems:My Collection`: the name ends at its first space, and Tally's process ends with it. */
function refuseDeadly(tokens: readonly Token[], formula: string): void {
  for (const [index, { kind, text }] of tokens.entries()) {
    const next = tokens[index + 1]
    const isCall = kind === 'name' && text.startsWith('$$') && text.includes(':')
    const isWord = next?.kind === 'operator' && /^[A-Z]/.test(next.text) && !words.has(next.text)
    if (isCall && isWord) throw new DeadlyFormula(formula)
  }
}

type Parser = { tokens: readonly Token[]; at: number }

function either(parser: Parser, scope: Scope): Value {
  let value = both(parser, scope)
  while (take(parser, 'OR')) {
    const other = both(parser, scope)
    value = isTrue(value) || isTrue(other)
  }
  return value
}

function both(parser: Parser, scope: Scope): Value {
  let value = not(parser, scope)
  while (take(parser, 'AND')) {
    const other = not(parser, scope)
    value = isTrue(value) && isTrue(other)
  }
  return value
}

function not(parser: Parser, scope: Scope): Value {
  return take(parser, 'NOT') ? !isTrue(not(parser, scope)) : comparison(parser, scope)
}

function comparison(parser: Parser, scope: Scope): Value {
  const left = operand(parser, scope)
  const { kind, text = '' } = parser.tokens[parser.at] ?? {}
  const compare = kind === 'operator' ? comparisons[text] : undefined
  if (compare === undefined) return left
  parser.at++
  if (text === 'STARTING' || text === 'ENDING') take(parser, 'WITH')
  const right = operand(parser, scope)
  // An unknown value makes every comparison false: a refused date matches no row.
  return left !== undefined && right !== undefined && compare(left, right)
}

type Known = Exclude<Value, undefined>

const comparisons: Record<string, (left: Known, right: Known) => boolean> = {
  '=': isSame,
  '<>': (left, right) => !isSame(left, right),
  '!=': (left, right) => !isSame(left, right),
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
  CONTAINS: (left, right) => folded(left).includes(folded(right)),
  CONTAINING: (left, right) => folded(left).includes(folded(right)),
  STARTING: (left, right) => folded(left).startsWith(folded(right)),
  ENDING: (left, right) => folded(left).endsWith(folded(right)),
}

function isSame(left: Known, right: Known): boolean {
  return typeof left === 'string' && typeof right === 'string'
    ? foldName(left) === foldName(right)
    : left === right
}

function order(left: Known, right: Known): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function folded(value: Known): string {
  return String(value).toLowerCase()
}

function operand(parser: Parser, scope: Scope): Value {
  const token = parser.tokens[parser.at++]
  if (token === undefined) throw new BadFormula('It ends too early.')
  if (token.kind === 'value') {
    return token.text.startsWith('"') ? token.text.slice(1, -1) : Number(token.text)
  }
  if (token.kind === 'name') return named(token.text, scope)
  if (token.text === 'YES' || token.text === 'NO') return token.text === 'YES'
  if (token.text !== '(') throw new BadFormula(token.text)
  const value = either(parser, scope)
  if (!take(parser, ')')) throw new BadFormula('A bracket is open.')
  return value
}

function named(text: string, scope: Scope): Value {
  if (text.startsWith('$$')) {
    const [name = '', ...rest] = text.slice(2).split(':')
    const argument = rest.join(':')
    if (name.toLowerCase() === 'string') return argument.replaceAll('"', '')
    if (argument.startsWith('$') || argument.startsWith('#')) {
      return scope.call(name, String(named(argument, scope) ?? ''))
    }
    return scope.call(name, argument.replaceAll('"', ''))
  }
  if (text.startsWith('##')) return scope.variable(text.slice(2))
  if (text.startsWith('$')) return scope.field(text.slice(1).split(':')[0] ?? '')
  const name = text.replace(/^@+/, '')
  const formula = scope.formula(name)
  if (formula === undefined) throw new BadFormula(name)
  return evaluate(formula, scope)
}

function take(parser: Parser, text: string): boolean {
  const token = parser.tokens[parser.at]
  if (token?.kind !== 'operator' || token.text !== text) return false
  parser.at++
  return true
}

export function isTrue(value: Value): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'yes')
}

/* How TallyPrime 7.1 writes the objects of a collection: the fields that FETCH names, each with its type. */

/** The parts of an object that FETCH names. */
export function fetched(object: Element, paths: readonly string[]): Element {
  const wanted = paths.map((path) => path.toUpperCase().replaceAll('.LIST', '').split('.'))
  const children = [...unasked, ...chosen(object, wanted), ...masterNames(object, wanted)]
  return element(object.name, children, object.attributes)
}

/** Names and aliases of a master always come. */
function masterNames(object: Element, wanted: readonly string[][]): Element[] {
  const isChosen = wanted.some(([first]) => first === '*' || first === 'LANGUAGENAME')
  if (isChosen) return []
  return object.children.filter(({ name }) => name === 'LANGUAGENAME.LIST').map(typed)
}

/** In each of Tally's answers: a reference to a character that XML forbids. */
const unasked = [element('OBJECTUPDATEACTION', '\u0004 Resave', { TYPE: 'String' })]

function chosen(object: Element, wanted: readonly string[][]): Element[] {
  if (wanted.some(([first]) => first === '*')) return object.children.map(typed)
  return object.children.flatMap((child) => {
    const name = child.name.replace('.LIST', '')
    const below = wanted.filter(([first]) => first === name).map(([, ...rest]) => rest)
    if (below.length === 0) return []
    if (!child.name.endsWith('.LIST')) return [typed(child)]
    return [element(child.name, parts(child, below))]
  })
}

/** FETCH reaches one level below a list, or any depth with `.*`. Two levels by name return nothing, except for bills. */
function parts(list: Element, below: readonly string[][]): Element[] {
  if (below.some(([first]) => first === undefined || first === '*')) return list.children.map(typed)
  return list.children.flatMap((child) => {
    const name = child.name.replace('.LIST', '')
    const rest = below.filter(([first]) => first === name).map(([, ...deeper]) => deeper)
    if (rest.length === 0) return []
    if (!child.name.endsWith('.LIST')) return [typed(child)]
    if (rest.some(([first]) => first === '*'))
      return [element(child.name, child.children.map(typed))]
    return name === 'BILLALLOCATIONS' ? [curatedBill(child, rest.flat())] : []
  })
}

/** When a bill's fields are named, Tally leaves out the type of bills On Account. */
function curatedBill(bill: Element, names: readonly string[]): Element {
  const isOnAccount = bill.children.some(
    ({ name, text }) => name === 'BILLTYPE' && text === 'On Account',
  )
  const kept = bill.children.filter(
    ({ name }) => names.includes(name) && !(isOnAccount && name === 'BILLTYPE'),
  )
  return element(bill.name, kept.map(typed))
}

const untyped: ReadonlySet<string> = new Set([
  'GUID',
  'VOUCHERTYPENAME',
  'VOUCHERNUMBER',
  'PERSISTEDVIEW',
  'VCHENTRYMODE',
])

function typed(field: Element): Element {
  // The names inside have no type of their own. Their list has it.
  if (field.name === 'NAME.LIST') return field
  if (field.children.length > 0) return { ...field, children: field.children.map(typed) }
  if (untyped.has(field.name) || field.name.endsWith('.LIST')) return field
  const type = field.attributes['TYPE'] ?? typeOf(field)
  const text = field.text.trim()
  // Tally writes a space before numbers.
  return element(field.name, type === 'Number' && text !== '' ? ` ${text}` : field.text, {
    TYPE: type,
  })
}

const numbers: ReadonlySet<string> = new Set([
  'MASTERID',
  'ALTERID',
  'ALTVCHID',
  'ALTMSTID',
  'LANGUAGEID',
])
const dates: ReadonlySet<string> = new Set([
  'BOOKSFROM',
  'STARTINGFROM',
  'ENDINGAT',
  'APPLICABLEFROM',
])
const quantities: ReadonlySet<string> = new Set(['ACTUALQTY', 'BILLEDQTY'])

function typeOf({ name, text }: Element): string {
  if (numbers.has(name)) return 'Number'
  if (dates.has(name) || name.endsWith('DATE')) return 'Date'
  // Stock balances are quantities. All other balances are money.
  if (quantities.has(name) || (name.endsWith('BALANCE') && /[^\d.\s-]/.test(text)))
    return 'Quantity'
  if (name === 'RATE' || name.endsWith('RATE')) return 'Rate'
  if (name.startsWith('IS')) return 'Logical'
  return /AMOUNT|VALUE|BALANCE$/.test(name) ? 'Amount' : 'String'
}
