import { addAliases } from '../../../../names/add-name.ts'
import { removeAlias } from '../../../../names/change-names.ts'
import { findAliasByText, findName } from '../../../../names/queries.ts'
import { nameLengthMax } from '../../../../names/rules.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { foldText } from '../../../../platform/text.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { wrongLetters } from '../../../../reader/wrong-letters.ts'
import { type ConfirmedBill, nameIn } from '../../../../reader/habits/confirmed-bill.ts'
import { findLearntAlias, insertLearntAlias, updateLearntAlias } from './keep-aliases.ts'

/*
 * What a seller calls a product that the shop's list calls otherwise: where a person puts the name of the list in its place, what
 * is printed becomes an alias of it.
 */

type Deps = Pick<ScanExportDeps, 'names'>

/** Whose bill it is, and who saved it. */
type From = { id: string; name: string; by: string }

/**
 * An alias that was learnt goes when a person calls the same thing otherwise, or puts back what is printed where it was learnt; one
 * of the list's own is not touched.
 */
export function learnAliases(conn: Conn, deps: Deps, bill: ConfirmedBill, from: From): void {
  for (const line of renamedIn(bill)) {
    const learnt = findLearntAlias(conn).get({ folded: foldText(line.printed) })
    if (learnt === undefined) learnAlias(conn, deps, bill, line, from)
    else if (isBorneOut(line, learnt.name, deps.names(conn).products.canonical(line.called))) {
      const { aliasId, times } = learnt
      updateLearntAlias(conn).run({
        aliasId,
        times: times + bill.counts,
        confirmedAt: bill.savedAt,
      })
    } else removeAlias(conn, learnt.aliasId)
  }
}

/** A thing as it is printed, and as the person who saved the bill calls it; `was` is what it was called before, if it was. */
type Line = { printed: string; called: string; was: string }

/** Each thing once; of one that is called two things nothing is known. */
function renamedIn({ before, now, previous }: ConfirmedBill): Line[] {
  if (before.lines.length !== now.lines.length) return []
  const earlier = previous?.lines.length === now.lines.length ? previous.lines : []
  const lines = before.lines.flatMap((line, at) => {
    const [printed, called] = [nameIn(line), nameIn(now.lines[at] ?? {})]
    const was = nameIn(earlier[at] ?? {})
    return printed === '' || called === '' ? [] : [{ printed, called, was }]
  })
  const byPrinted = Map.groupBy(lines, ({ printed }) => foldText(printed))
  return [...byPrinted.values()].flatMap(([first, ...others]) =>
    first !== undefined && others.every(({ called }) => isSameName(called, first.called))
      ? [first]
      : [],
  )
}

function isSameName(one: string, other: string): boolean {
  return foldText(one) === foldText(other)
}

function isBorneOut(
  { printed, called, was }: Line,
  name: string,
  listed: string | undefined,
): boolean {
  if (!isSameName(called, printed)) return listed === name
  return was === '' || isSameName(was, printed)
}

/** Letters that are wrong in what pixels show of a name, at most: more make it another name. */
const wrongLettersMax = 2
/** Letters of an alias: less is a count or a size. */
const lettersMin = 3

function learnAlias(
  conn: Conn,
  { names }: Deps,
  { isPicture, savedAt: at }: ConfirmedBill,
  { printed, called }: Line,
  { id: sellerId, name: seller, by }: From,
): void {
  const { products } = names(conn)
  const name = products.canonical(called)
  if (name === undefined || products.canonical(printed) !== undefined) return
  const letters = printed.replaceAll(/[^\p{L}]/gu, '')
  if (letters.length < lettersMin || printed.length > nameLengthMax) return
  const [a, b] = [foldText(printed), foldText(called)]
  if (isPicture && wrongLetters(a, b, wrongLettersMax) <= wrongLettersMax) return
  const entry = findName(conn).get({ kind: 'product', folded: foldText(name) })
  if (entry === undefined || addAliases(conn, { id: entry.id, aliases: [printed] }, at).added === 0)
    return
  const aliasId = findAliasByText(conn).get({ kind: 'product', folded: foldText(printed) })?.id
  if (aliasId === undefined) return
  insertLearntAlias(conn).run({ aliasId, sellerId, times: 1, confirmedAt: at })
  const details = { alias: printed, name, seller }
  recordHistory(conn, at, { action: 'alias learnt', userId: by, details })
}
