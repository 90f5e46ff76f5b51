import { labelsMax, valuesMax } from '../json/large-json.ts'
import { bodyBytesMax } from './body.ts'
import { idempotencyHours, idempotencyKeyLengthMax } from './idempotency.ts'

/** A limit as data: the call that it applies to (`*` for all), and the part of the call. */
export type Limit = {
  call: string
  name: string
  unit: 'items' | 'characters' | 'bytes' | 'days' | 'hours' | 'seconds' | 'values'
  minimum?: number
  maximum: number
  default?: number
}

/** The limits that all services share. */
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
