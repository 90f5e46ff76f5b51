import {
  decideOnPapers,
  takeBackDecision,
  type Decision,
} from '../services/scan-export/duplicates/decide.ts'
import { showPairs, type ShownPair } from '../services/scan-export/overview/show-pairs.ts'
import { removal, subjectOf } from './documents.ts'
import {
  documentsOf,
  type Answer,
  type OpenQuestion,
  type QuestionDeps,
  type QuestionOwner,
  type Undo,
} from './question.ts'

/** Pairs of documents that may be one paper. The bill that came first is delivered, unless a person says otherwise. */
export const duplicates: QuestionOwner = {
  kind: 'duplicate',
  isFor: ({ role, isClerk }) => role === 'owner' || isClerk,
  async find(deps, asker, { first, limit }) {
    const user = documentsOf(asker)
    const { pairs, total } = await showPairs(deps.scanExport, user, first?.split(' ')[0])
    return {
      open: pairs.slice(0, limit).map((pair) => duplicateOf(deps, asker.userId, pair)),
      total,
    }
  },
}

function duplicateOf(deps: QuestionDeps, by: string, pair: ShownPair): OpenQuestion {
  const { kept, other } = pair
  return {
    question: {
      id: `duplicate ${other.id} ${kept.id}`,
      kind: 'duplicate',
      subject: subjectOf(other),
      asks: {
        code: pair.by === 'file' ? 'same file' : 'same number',
        values: { filename: kept.filename, day: new Date(kept.createdAt).toISOString() },
      },
      because: [],
      evidence: { type: 'pair', pair },
      proposals: [
        { id: 'same', name: '', note: '' },
        // A delivered document must stay.
        ...(kept.syncedAt === null ? [{ id: 'instead', name: '', note: '' }] : []),
      ],
      answers: other.syncedAt === null ? ['different', 'remove'] : ['different'],
    },
    answer: (given) => answered(deps, by, pair, given),
  }
}

async function answered(
  { scanExport }: QuestionDeps,
  by: string,
  { kept, other }: ShownPair,
  { choice }: Answer,
): Promise<Undo | null> {
  if (choice === 'remove') return await removal({ scanExport }, other.id, by)
  const decision: Decision =
    choice === 'instead'
      ? { kept: other.id, other: kept.id, verdict: 'same' }
      : {
          kept: kept.id,
          other: other.id,
          verdict: choice === 'different' ? 'different' : 'same',
        }
  await decideOnPapers(scanExport, decision, by)
  return () => takeBackDecision(scanExport, decision, by)
}
