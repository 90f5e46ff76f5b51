import { expect, test } from 'bun:test'
import { answerOf } from '../../src/reader/answer-file.ts'
import { drawnPage } from './drawn-page.ts'

const context = {
  ownGstin: null,
  vendorNames: [],
  today: '2026-11-22',
}

const drawing = `
Vishal Wholesale
GSTIN: 27ARZPV1134P1ZQ
Invoice No: VW/25-26/118        Date: 05-Nov-2026
Item              HSN     Qty    Rate     Amount
Besan 1 kg        1106    20     84.54    1,690.80
Total                                     1,690.80`

function boxOf(turned: 0 | 90 | 180 | 270) {
  const answer = answerOf({ pages: [{ ...drawnPage(drawing), turned }], attachments: [] }, context)
  if (!('documents' in answer)) throw new Error(answer.reason)
  const [path = ''] = Object.keys(answer.documents[0].explained).filter((each) => /No/.test(each))
  return answer.documents[0].explained[path]?.box
}

function round(edges: readonly number[]): number[] {
  return edges.map((edge) => Number(edge.toFixed(6)))
}

test('what was read of a page that lies on its side is shown where it stands as it lies', () => {
  const [left = 0, top = 0, right = 0, bottom = 0] = boxOf(0) ?? []
  expect(round(boxOf(90) ?? [])).toEqual(round([top, 1 - right, bottom, 1 - left]))
  expect(round(boxOf(180) ?? [])).toEqual(round([1 - right, 1 - bottom, 1 - left, 1 - top]))
  expect(round(boxOf(270) ?? [])).toEqual(round([1 - bottom, left, 1 - top, right]))
})

test('a file in which nothing is read says so', () => {
  expect(answerOf({ pages: [], attachments: [] }, context)).toMatchObject({ problem: 'nothing' })
})
