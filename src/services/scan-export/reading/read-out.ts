import { checkDocument } from '../../../paper/checks/check-document.ts'
import type { CheckedAgainst } from '../../../paper/checks/document.ts'
import { normalise } from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { checkedDocument, doubtsIn, paperOf } from '../../../paper/paper.ts'
import type { AnsweredDocument } from '../../../reader/answer.ts'

/** A doubt at a canonical key, or at '' for the whole document. `line` from 0. */
type ReadDoubt = { key: string; line?: number; message: string }

/** One document of a file, for whoever asked to read the file. `data` is what these rules would deliver. */
export function readOut(
  { category, kind, pages, raw, explained }: AnsweredDocument,
  rules: CompiledRules,
  against: CheckedAgainst,
) {
  const paper = paperOf({ raw, explained }, category, rules)
  const findings = [...checkDocument(checkedDocument(paper), against), ...doubtsIn(paper)]
  const doubts: ReadDoubt[] = findings.map(({ code: _code, ...doubt }) => doubt)
  return {
    category,
    kind,
    pages,
    data: normalise(paper),
    raw,
    explain: explained,
    doubts,
  }
}

export type ReadOut = ReturnType<typeof readOut>
