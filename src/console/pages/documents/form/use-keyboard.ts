import type { KeyboardEvent } from 'react'
import { textOfValue } from '../../../../paper/values.ts'
import { newKey } from '../../../new-key.ts'
import { hasText } from './draft.ts'
import { takesFirst } from './proposing.tsx'
import { formatDay, readShortDay } from '../../../components/days.ts'
import { inputOf } from './kinds.ts'
import { after, before, beside, columnsOf, isItem, type Place } from './places.ts'
import { computedAmount } from './sums.ts'
import { placeOf, type Bill } from './use-bill.ts'
import { t } from '../../../language/language.ts'

/** The actions of the whole form. */
type FormActions = {
  save(): void
  /** Confirms all findings: the paper says so. */
  confirm(): void
  close(): void
  /** Goes to another document of the queue. */
  go(by: 1 | -1): void
}

type KeyOf = { bill: Bill; actions: FormActions; usualGst: string | null }

/** The keys of the form. Enter never saves, because finishing a field does not finish the bill. */
export function keyboardOf(given: KeyOf) {
  return (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || isListOpen(event.target)) return
    // A held Enter would accept doubts unseen, or save the next documents.
    if (event.key === 'Enter' && event.repeat) return event.preventDefault()
    if (event.key === 'Enter') writeOutDay(given.bill, event.target)
    if (wholeForm(event, given.actions)) return event.preventDefault()
    const place = placeOf(event.target)
    if (place === undefined) {
      // In a field for a label, Enter does nothing. It still presses buttons.
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      return
    }
    if (inPlace(event, given, place)) event.preventDefault()
  }
}

/**
 * Writes a short day out when its field is left or the bill is saved: `28/10` becomes the last 28 October. A due date is the next one.
 * What was read stays as it is.
 */
export function writeOutDay({ latest, change, against }: Bill, target: EventTarget): void {
  const place = placeOf(target)
  if (place === undefined || place.line !== null || inputOf(place.key) !== 'date') return
  const { text = '', original } = latest.current.head[place.key] ?? {}
  if (text === textOfValue(original ?? '')) return
  const day = readShortDay(text, against.today, place.key === 'due_date')
  if (day !== null) change({ type: 'head', key: place.key, text: formatDay(day, 'en') })
}

/** Whether a list of choices is open, which handles the keys itself. */
function isListOpen(target: EventTarget): boolean {
  return target instanceof Element && target.hasAttribute('data-mantine-stop-propagation')
}

function wholeForm(event: KeyboardEvent, { save, confirm, close, go }: FormActions): boolean {
  // The position of the key, because Alt types another letter on a Mac.
  const { key, code } = event.nativeEvent
  if (key === 'Enter' && (event.ctrlKey || event.metaKey)) (event.shiftKey ? confirm : save)()
  else if (key === 'Escape') close()
  else if (event.altKey && code === 'KeyN') go(1)
  else if (event.altKey && code === 'KeyP') go(-1)
  else return false
  return true
}

/** Returns whether the key had a meaning in this place. */
function inPlace(event: KeyboardEvent, given: KeyOf, place: Place): boolean {
  const { key, altKey, shiftKey } = event
  const { bill } = given
  // Caps Lock may be on, because names are often typed in capitals.
  const isD = key.toLowerCase() === 'd'
  if (key === 'Enter' && !shiftKey && bill.doubts.pass(place)) return true
  if (key === 'Enter' || takesFirst(event)) step(given, place, shiftKey)
  else if (isD && (event.ctrlKey || event.metaKey)) repeatAbove(bill, place)
  else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) moveLine(bill, place, sign(key))
  else if (key === 'ArrowUp' || key === 'ArrowDown') goBeside(bill, place, sign(key))
  else if (altKey && key === 'Insert') addLine(bill, place)
  else if (altKey && key === 'Delete') removeLine(bill, place)
  else {
    if (key === 'Tab') bill.change({ type: 'accept', ...place })
    return false
  }
  return true
}

function sign(key: string): 1 | -1 {
  return key === 'ArrowUp' ? -1 : 1
}

function step({ bill, usualGst }: KeyOf, place: Place, isBack: boolean): void {
  const { latest, kind, change, goTo } = bill
  change({ type: 'accept', ...place })
  if (isBack) {
    const previous = before(latest.current, kind, place)
    if (previous !== undefined) goTo(previous)
    return
  }
  proposeUsualGst(bill, place, usualGst)
  const next = after(latest.current, kind, place, (at) => isComputed(bill, at))
  if (next === 'new line') addLine(bill, { line: null, key: place.key })
  else if (next !== 'end') goTo(next)
}

/** Proposes the GST rate of a seller whose bills have only one. */
function proposeUsualGst({ latest, change }: Bill, { line, key }: Place, gst: string | null): void {
  const cells = latest.current.lines.find(({ id }) => id === line)?.cells
  if (gst === null || !isItem(key) || !hasText(cells?.[key])) return
  change({
    type: 'fill',
    line,
    values: { gst_rate: gst },
    note: t('the usual rate of this seller'),
  })
}

function isComputed({ latest }: Bill, { line, key }: Place): boolean {
  const typed = latest.current.lines.find(({ id }) => id === line)
  return key === 'amount' && typed !== undefined && computedAmount(typed) !== undefined
}

/** Adds a line below the place or at the end, and focuses its first cell. */
function addLine({ latest, kind, change, goTo }: Bill, { line }: Place): void {
  const id = newKey()
  change({ type: 'add line', id, after: line })
  goTo({ line: id, key: columnsOf(kind, latest.current)[0]?.key ?? '' })
}

type Removing = Pick<Bill, 'latest' | 'change' | 'goTo'>

/** Removes a line and focuses the line that takes its place. */
export function removeLine({ latest, change, goTo }: Removing, place: Place): void {
  if (place.line === null) return
  const at = latest.current.lines.findIndex(({ id }) => id === place.line)
  change({ type: 'remove line', line: place.line })
  const { lines } = latest.current
  const left = lines[Math.min(at, lines.length - 1)]
  if (left !== undefined) goTo({ line: left.id, key: place.key })
}

function moveLine({ change, goTo }: Bill, place: Place, by: 1 | -1): void {
  if (place.line === null) return
  change({ type: 'move line', line: place.line, by })
  goTo(place)
}

function goBeside({ latest, goTo }: Bill, place: Place, by: 1 | -1): void {
  const other = beside(latest.current, place, by)
  if (other !== undefined) goTo(other)
}

function repeatAbove({ change }: Bill, { line, key }: Place): void {
  if (line !== null) change({ type: 'repeat above', line, key })
}

/** For the list of keys. */
export const formKeys = [
  { keys: 'Enter', does: t('Next field that is to be typed; behind a line the next line') },
  { keys: 'Enter', does: t('Where a value is doubtful: it stands so on the paper; next doubt') },
  { keys: 'shift+Enter', does: t('Field before') },
  { keys: 'ArrowRight', does: t('Take the first that is proposed, behind what is typed') },
  { keys: 'ArrowDown', does: t('Choose among what is proposed; else the line below') },
  { keys: 'mod+Enter', does: t('Save, and the next document') },
  {
    keys: 'mod+shift+Enter',
    does: t('Save it all as it stands on the paper, and the next document'),
  },
  { keys: 'mod+D', does: t('Repeat the cell above') },
  { keys: 'alt+ArrowUp', does: t('Move the line up') },
  { keys: 'alt+ArrowDown', does: t('Move the line down') },
  { keys: 'alt+Insert', does: t('New line below') },
  { keys: 'alt+Delete', does: t('Take the line away') },
  { keys: 'alt+N', does: t('Next document') },
  { keys: 'alt+P', does: t('Document before') },
  { keys: 'Escape', does: t('Leave the form') },
] as const
