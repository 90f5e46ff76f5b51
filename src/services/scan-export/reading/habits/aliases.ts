import { addAliases } from '../../../../names/add-name.ts'
import { removeAlias } from '../../../../names/change-names.ts'
import { findAliasByText, findName } from '../../../../names/queries.ts'
import { nameLengthMax } from '../../../../names/rules.ts'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { foldText } from '../../../../platform/text.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { wrongLetters } from '../../../../reader/labels/match.ts'
import { nameIn, type ConfirmedBill } from '../../../../reader/habits/confirmed-bill.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { aliases, names } from '../../../../names/tables.ts'
import { insertInto, updateIn } from '../../../../platform/db/statements.ts'
import { learntAliases } from './tables.ts'

/*
 * A seller may call a product by another name than the shop's list. When a person replaces the printed name with the list's
 * name, the printed name becomes an alias.
 */

type Deps = Pick<ScanExportDeps, 'names'>

/** The seller of the bill, and who saved the bill. */
type From = { id: string; name: string; by: string }

/**
 * Deletes a learnt alias when a person gives the product another name, or types the printed name back. Never touches
 * aliases that were not learnt.
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

/** A product as printed, and as the person who saved the bill calls it. `was`: what it was called in the save before, or ''. */
type Line = { printed: string; called: string; was: string }

/** Each product once. Leaves out a product that the bill calls by two names. */
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

/** The most letters that reading a picture gets wrong in a name. With more, it is another name. */
const wrongLettersMax = 2
/** The fewest letters of an alias. A shorter text is a count or a size. */
const lettersMin = 3

function learnAlias(
  conn: Conn,
  deps: Deps,
  { isPicture, savedAt: at }: ConfirmedBill,
  { printed, called }: Line,
  { id: sellerId, name: seller, by }: From,
): void {
  const { products } = deps.names(conn)
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

/** A learnt alias of a product, as the product list has it now. */
const shown = {
  aliasId: learntAliases.aliasId,
  alias: aliases.alias,
  name: names.name,
  times: learntAliases.times,
  confirmedAt: learntAliases.confirmedAt,
}

const findLearntAlias = query((conn, { folded }: Params<{ folded: string }>) =>
  conn
    .select(shown)
    .from(learntAliases)
    .innerJoin(aliases, eq(aliases.id, learntAliases.aliasId))
    .innerJoin(names, eq(names.id, aliases.nameId))
    .where(sql`${aliases.kind} = 'product' AND ${aliases.folded} = ${folded}`),
)

/** A seller's learnt aliases, in alphabetical order. */
export function learntAliasesOf(conn: Conn, sellerId: string) {
  return listLearntAliases(conn).all({ sellerId })
}

const listLearntAliases = query((conn, { sellerId }: Params<{ sellerId: string }>) =>
  conn
    .select(shown)
    .from(learntAliases)
    .innerJoin(aliases, eq(aliases.id, learntAliases.aliasId))
    .innerJoin(names, eq(names.id, aliases.nameId))
    .where(eq(learntAliases.sellerId, sellerId))
    .orderBy(asc(aliases.folded)),
)

export const insertLearntAlias = insertInto(learntAliases)

const updateLearntAlias = updateIn(learntAliases, 'aliasId', ['times', 'confirmedAt'])
