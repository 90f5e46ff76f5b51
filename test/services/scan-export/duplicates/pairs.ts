import { decideOnPapers, takeBackDecision } from '../../../../src/services/scan-export/service.ts'
import { listPairs } from '../../../../src/services/scan-export/duplicates/find-pairs.ts'
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
  return listPairs(deps, user ?? null).map(({ id, otherId }) => [otherId, id])
}
