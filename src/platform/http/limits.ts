import { labelsMax, valuesMax } from '../json/large-json.ts'
import { bodyBytesMax } from './body.ts'
import { idempotencyHours, idempotencyKeyLengthMax } from './idempotency.ts'

/** A bound as data: of which call, or `*` for all, and of which part of it. */
export type Limit = {
  call: string
  name: string
  unit: 'items' | 'characters' | 'bytes' | 'days' | 'hours' | 'seconds' | 'values'
  minimum?: number
  maximum: number
  default?: number
}

/** The bounds that all services share. */
export const commonLimits: readonly Limit[] = [
  { call: '*', name: 'body', unit: 'bytes', maximum: bodyBytesMax },
  { call: '*', name: 'values of a body', unit: 'values', maximum: valuesMax },
  { call: '*', name: 'different labels of a body', unit: 'values', maximum: labelsMax },
  {
    call: '*',
    name: 'Idempotency-Key',
    unit: 'characters',
    minimum: 1,
    maximum: idempotencyKeyLengthMax,
  },
  { call: '*', name: 'first answers kept', unit: 'hours', maximum: idempotencyHours },
]
