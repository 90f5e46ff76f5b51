import {
  decideOnPapers,
  takeBackDecision,
} from '../../../../src/services/scan-export/duplicates/decide.ts'
import { findPairs } from '../../../../src/services/scan-export/duplicates/find-pairs.ts'
import type { ScanService } from '../../../support/scan-service.ts'

type Verdict = 'same' | 'different'

export async function decide({ deps }: ScanService, kept: string, other: string, verdict: Verdict) {
  await decideOnPapers(deps, { kept, other, verdict }, 'owner')
}

export async function takeBack(
  { deps }: ScanService,
  kept: string,
  other: string,
  verdict: Verdict,
) {
  await takeBackDecision(deps, { kept, other, verdict }, 'owner')
}

/** What is asked about: the one that is delivered in any case, and the one in question; of one user, or of all. */
export function openPairs({ deps }: ScanService, user?: string): [kept: string, other: string][] {
  const steps = findPairs(deps, user ?? null)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value.map(({ id, otherId }) => [otherId, id])
}
