/** Of either kind a day of account history holds so many at most: it is kept for good, and strangers write here. */
const recordedADayMax = 200
const dayMs = 24 * 60 * 60 * 1000

/**
 * Counts what a day refuses, so that history stays readable. Passwords and codes each by themselves: anybody can send wrong
 * passwords, and a wrong code comes after a right one. In memory: a restart begins anew.
 */
export type RefusedSignIns = { isRecorded(what: 'password' | 'code', now: number): boolean }

export function refusedSignIns(): RefusedSignIns {
  const days = { password: countingDays(), code: countingDays() }
  return { isRecorded: (what, now) => days[what](now) <= recordedADayMax }
}

/** Counts how often it was called on one day. */
function countingDays() {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  return (now: number): number => {
    if (now < since || now - since >= dayMs) {
      since = now
      count = 0
    }
    return ++count
  }
}
