/** The most refusals of each kind that account history records a day: history is kept for good, and strangers can cause entries. */
const recordedADayMax = 200
const dayMs = 24 * 60 * 60 * 1000

/**
 * Counts the refusals of a day, so that history stays readable. Passwords and codes are counted separately: anybody can send wrong
 * passwords, and a wrong code comes after a right password. In memory: a restart begins anew.
 */
export type RefusedSignIns = { isRecorded(what: 'password' | 'code', now: number): boolean }

export function refusedSignIns(): RefusedSignIns {
  const days = { password: countingDays(), code: countingDays() }
  return { isRecorded: (what, now) => days[what](now) <= recordedADayMax }
}

/** Counts its calls on one day. */
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
