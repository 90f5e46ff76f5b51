import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import type { Which } from '../../components/list-selection.ts'

export function labelsQuery(which: Which, part: number) {
  return queryOptions({
    queryKey: ['labels', which, part],
    queryFn: () => ask(api.products.labels.post({ which, part })),
  })
}

/** Something that a label is stuck on: a product, or one kind of it; money in paise. */
export type Labelled = AnswerOf<typeof labelsQuery>['items'][number]

/** Sheets of labels by their columns and rows, and rolls; lengths in millimetres. */
export const labelPapers = [
  {
    value: '24',
    label: 'A4, 24 labels of 64 × 34 mm',
    columns: 3,
    rows: 8,
    width: 64,
    height: 33.9,
  },
  {
    value: '40',
    label: 'A4, 40 labels of 48 × 25 mm',
    columns: 4,
    rows: 10,
    width: 48.5,
    height: 25.4,
  },
  {
    value: '65',
    label: 'A4, 65 labels of 38 × 21 mm',
    columns: 5,
    rows: 13,
    width: 38.1,
    height: 21.2,
  },
  { value: '80', label: 'Roll, labels of 80 × 40 mm', columns: 1, rows: 1, width: 80, height: 40 },
  { value: '58', label: 'Roll, labels of 58 × 30 mm', columns: 1, rows: 1, width: 58, height: 30 },
] as const

export type LabelPaper = (typeof labelPapers)[number]
