import type { Scenario } from '../scenario.ts'
import { acknowledgingScenarios } from './acknowledging.ts'
import { listScenarios } from './lists.ts'
import { paperScenarios } from './papers.ts'
import { refusalScenarios } from './refusals.ts'
import { workerScenarios } from './workers.ts'

/** What a client of scan export can meet, the harmless first. */
export const scanScenarios: readonly Scenario[] = [
  ...listScenarios,
  ...paperScenarios,
  ...refusalScenarios,
  ...acknowledgingScenarios,
  ...workerScenarios,
]
