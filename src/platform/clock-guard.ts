import { Type } from '@sinclair/typebox'
import type { Conn } from './db/connection.ts'
import { readSetting, writeSetting } from './settings.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A jump this far ahead since the last tick is a wrong clock until shown otherwise (source: decisions, "Retention"). */
const jumpMs = 60 * dayMs

/** Running time after which a clock that jumped is believed. */
const holdMs = dayMs

/** How far the newest record may lie ahead: another process may have made it after this one looked at the clock. */
const slackMs = 60_000

const clockSetting = {
  name: 'clock',
  schema: Type.Object({
    /** The last time that was seen, in milliseconds since the epoch. */
    tick: Type.Number(),
    /** Running time since the clock jumped, in milliseconds; null while it is trusted. */
    heldMs: Type.Union([Type.Number(), Type.Null()]),
    /** The newest record when an owner last said that the clock is right: it was made by a clock that was ahead. */
    forgivenRecord: Type.Number(),
  }),
  default: { tick: 0, heldMs: null, forgivenRecord: 0 },
}

/** Notes the time. `ranMs`: how long this process ran since its last tick. */
export function tickClock(conn: Conn, now: number, ranMs: number): void {
  const state = readSetting(conn, clockSetting)
  const jumped = state.tick > 0 && now - state.tick > jumpMs
  const heldMs = jumped ? 0 : heldAfter(state.heldMs, ranMs)
  writeSetting(conn, clockSetting, { ...state, tick: now, heldMs })
}

/** An owner says that the clock is right; `newestRecord` may then lie ahead of it. */
export function confirmClock(conn: Conn, now: number, newestRecord: number): void {
  writeSetting(conn, clockSetting, { tick: now, heldMs: null, forgivenRecord: newestRecord })
}

/** Why a clock is not trusted: it is behind the newest record, or it jumped ahead. */
export type ClockDoubt = 'behind' | 'jumped ahead'

/** Undefined when the clock can be trusted. `newestRecord` in milliseconds since the epoch. */
export function judgeClock(conn: Conn, now: number, newestRecord: number): ClockDoubt | undefined {
  const { tick, heldMs, forgivenRecord } = readSetting(conn, clockSetting)
  if (now + slackMs < newestRecord && newestRecord !== forgivenRecord) return 'behind'
  if (heldMs === null && (tick === 0 || now - tick <= jumpMs)) return undefined
  return 'jumped ahead'
}

/** Why nothing may be deleted by this clock, as a sentence for a terminal; undefined when it can be trusted. */
export function clockDoubt(conn: Conn, now: number, newestRecord: number): string | undefined {
  const doubt = judgeClock(conn, now, newestRecord)
  if (doubt === undefined) return undefined
  return doubt === 'behind'
    ? `This computer's clock says ${show(now)}, but the newest record is of ${show(newestRecord)}: nothing is deleted until the clock is right. If it is, run "daybook retention run --confirm-clock".`
    : `This computer's clock jumped ahead to ${show(now)}: nothing is deleted for 24 hours of running time. If the clock is right, run "daybook retention run --confirm-clock".`
}

function heldAfter(heldMs: number | null, ranMs: number): number | null {
  if (heldMs === null || heldMs + ranMs >= holdMs) return null
  return heldMs + ranMs
}

function show(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
