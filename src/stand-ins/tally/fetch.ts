import { element, type Element } from './xml.ts'

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
