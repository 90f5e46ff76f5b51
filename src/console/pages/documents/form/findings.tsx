import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { findingText } from '../findings-note.tsx'
import { isBlank } from './draft.ts'
import type { Finding } from './sums.ts'
import type { Bill } from './use-bill.ts'
import { t } from '../../../language/language.ts'

/** The most findings listed: a statement may have thousands. */
const listedMax = 12

type FindingListProps = {
  bill: Bill
  findings: readonly Finding[]
  isHeld: boolean
  isSaving: boolean
  /** Confirms that the paper says so. */
  onConfirm: () => void
}

/** Findings above the save button. Each leads to its field. */
export function FindingList(props: FindingListProps) {
  const { bill, findings, isHeld, isSaving, onConfirm } = props
  if (findings.length === 0) return null
  const lines = bill.draft.lines.filter((line) => !isBlank(line))
  const more = findings.length - listedMax
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={isHeld ? t('It is saved, and held: check these values') : t('This cannot be right')}
    >
      <ul className="finding-list">
        {findings.slice(0, listedMax).map((finding) => (
          <li key={`${finding.line ?? ''} ${finding.key} ${finding.message}`}>
            <Anchor
              component="button"
              type="button"
              c="inherit"
              ta="start"
              fz="sm"
              tabIndex={-1}
              onClick={() => bill.show({ line: idOf(finding, lines), key: finding.key })}
            >
              {findingText(finding)}
            </Anchor>
          </li>
        ))}
        {more > 0 && <li>{t('and {{more}} more', { more })}</li>}
      </ul>
      <Button size="compact-sm" variant="default" mt="xs" disabled={isSaving} onClick={onConfirm}>
        {bill.doubts.open.length === 0
          ? t('It stands so on the paper')
          : t('It stands so on the paper, also what is to be checked above')}
      </Button>
    </Alert>
  )
}

function idOf({ line }: Finding, lines: readonly { id: string }[]): string | null {
  return line === undefined ? null : (lines[line]?.id ?? null)
}
