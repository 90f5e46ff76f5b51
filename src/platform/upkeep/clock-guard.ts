import { Type } from '@sinclair/typebox'
import type { Conn } from '../db/connection.ts'
import { declareSetting, readSetting, writeSetting } from '../settings.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/**
 * A clock that jumps further ahead than this is doubted: a wrong clock and a closed shop look the same (source: decisions, "Retention").
 */
export const jumpMs = 2 * dayMs

/** After this much running time a clock that jumped is trusted again. */
const holdMs = dayMs

/** How far the newest record may lie ahead of the clock: another process may have made it after this one read the clock. */
const slackMs = 60_000

/** A record notes its time only when the last note is older than this. */
const noteEveryMs = hourMs

export const clockSetting = declareSetting({
  name: 'clock',
  schema: Type.Object({
    /** The latest time seen, in milliseconds since the epoch. It goes back only when an owner confirms the clock. */
    tick: Type.Number(),
    /** Running time since the clock jumped, in milliseconds. Null while the clock is trusted. */
    heldMs: Type.Union([Type.Number(), Type.Null()]),
    /** The last time seen before the jump. Meaningless while the clock is trusted. */
    jumpedFrom: Type.Optional(Type.Number()),
    /** The newest record when an owner last confirmed the clock: a clock that was ahead made it. */
    forgivenRecord: Type.Number(),
  }),
  default: { tick: 0, heldMs: null, forgivenRecord: 0 },
})

/** When the newest record was made, in milliseconds since the epoch. 0 without records. */
export type NewestRecord = (conn: Conn) => number

/** Notes the time. `ranMs`: how long this process ran since its last tick, by a clock that nobody can set. */
export function tickClock(
  conn: Conn,
  now: number,
  ranMs: number,
  newestRecord: NewestRecord,
): void {
  const state = readSetting(conn, clockSetting)
  const lastSeen = lastSeenOf(state.tick, () => newestRecord(conn))
  // Running while the clock is behind does not prove that the earlier, later time was right.
  if (now < lastSeen) return
  const jumped = isJump(lastSeen, now)
  const { heldMs, jumpedFrom = 0 } = state
  writeSetting(conn, clockSetting, {
    ...state,
    tick: now,
    heldMs: jumped ? 0 : heldAfter(heldMs, ranMs),
    jumpedFrom: jumped && heldMs === null ? lastSeen : jumpedFrom,
  })
}

/** Notes the time of a written record, which may move the latest time forward: data that only commands write have no ticks. */
export function noteTime(conn: Conn, now: number, newestRecord: NewestRecord): void {
  if (now - readSetting(conn, clockSetting).tick < noteEveryMs) return
  tickClock(conn, now, 0, newestRecord)
}

/** Now, or the latest time seen while the clock is behind that: so records do not look old once the clock is corrected. */
export function timeOfRecord(conn: Conn, now: number): number {
  return Math.max(now, readSetting(conn, clockSetting).tick)
}

/** An owner confirms the clock. `newestRecord` may then lie ahead of it. */
export function confirmClock(conn: Conn, now: number, newestRecord: number): void {
  writeSetting(conn, clockSetting, { tick: now, heldMs: null, forgivenRecord: newestRecord })
}

/** Why a clock is not trusted: it is behind the last time seen (ms since the epoch), or far ahead of it. */
export type ClockDoubt = { kind: 'behind' | 'ahead'; lastSeen: number }

/** Undefined when the clock can be trusted. `newestRecord` in milliseconds since the epoch, 0 for none. */
export function judgeClock(conn: Conn, now: number, newestRecord: number): ClockDoubt | undefined {
  const { tick, heldMs, jumpedFrom = tick, forgivenRecord } = readSetting(conn, clockSetting)
  const latest = newestRecord === forgivenRecord ? tick : Math.max(tick, newestRecord)
  if (now + slackMs < latest) return { kind: 'behind', lastSeen: latest }
  if (heldMs !== null) return { kind: 'ahead', lastSeen: jumpedFrom }
  const lastSeen = lastSeenOf(tick, () => newestRecord)
  return isJump(lastSeen, now) ? { kind: 'ahead', lastSeen } : undefined
}

/** Why nothing may be deleted by this clock, as a sentence for a terminal and the log. */
export function doubtSentence({ kind, lastSeen }: ClockDoubt, now: number): string {
  const times = `This computer's clock says ${show(now)}, and Daybook last saw ${show(lastSeen)}`
  return kind === 'behind'
    ? `${times}, which is later: nothing is deleted until the clock is right. If it is, run "daybook retention run --confirm-clock".`
    : `${times}: nothing is deleted until the server has run for 24 hours. If the clock is right, run "daybook retention run --confirm-clock".`
}

/** Data of an older Daybook may have records but no noted time. */
function lastSeenOf(tick: number, newestRecord: () => number): number {
  return tick === 0 ? newestRecord() : tick
}

function heldAfter(heldMs: number | null, ranMs: number): number | null {
  if (heldMs === null || heldMs + ranMs >= holdMs) return null
  return heldMs + ranMs
}

function isJump(lastSeen: number, now: number): boolean {
  return lastSeen > 0 && now - lastSeen > jumpMs
}

function show(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
