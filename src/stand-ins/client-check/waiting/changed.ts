import type { About } from '../scenario.ts'
import { type Document, type Held, idsOf } from './desk.ts'
import type { Supply, WaitingScenario } from './waiting.ts'

/** The first document changes when it is about to be acknowledged. */
export function changedMeanwhile<D extends Document>(
  { one, letWait }: Supply<D>,
  about: About,
  change: (document: D) => void,
): WaitingScenario<D> {
  return {
    ...about,
    begin(desk, { now }) {
      const held = letWait(desk, now(), 2)
      const [first] = held
      let isChanged = false
      return {
        fault({ kind }) {
          if (kind === 'mark' && !isChanged && first !== undefined) {
            isChanged = true
            change(first.document)
          }
          return undefined
        },
        wanted: () => idsOf(held),
        isShown: () =>
          desk.acknowledged.some(({ id, status }) => isOf(first, id) && status === 'stale'),
        notShown: `Your client acknowledges without \`revision\`: it cannot learn that ${one === 'order' ? 'an' : 'a'} ${one} changed after it was fetched.`,
        problems() {
          const ofFirst = desk.acknowledged.filter(({ id }) => isOf(first, id))
          const stale = ofFirst.findIndex(({ status }) => status === 'stale')
          const blind = ofFirst.slice(stale + 1).some(({ revision }) => revision === undefined)
          return blind
            ? [
                `After \`stale\` it acknowledged the ${one} without a revision, whatever it says now.`,
              ]
            : []
        },
      }
    },
  }
}

function isOf(held: Held<Document> | undefined, id: string): boolean {
  return held?.document.id === id
}
