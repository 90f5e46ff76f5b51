import { pairingCodes } from '../keys/pairing-codes.ts'
import { challenges } from '../passkeys/challenges.ts'
import { tries } from '../sessions/guessing.ts'
import { refusedSignIns } from '../sessions/refused-sign-ins.ts'
import { confirmedSessions } from '../users/passwords.ts'

/** What Daybook remembers in memory about people signing in. A restart forgets it. */
export function waysIn() {
  const guessing = tries()
  return {
    tries: guessing,
    pairing: pairingCodes(guessing),
    refused: refusedSignIns(),
    challenges: challenges(),
    confirmed: confirmedSessions(),
  }
}
