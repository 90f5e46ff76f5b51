import {
  ActionIcon,
  TextInput,
  Title,
  Alert,
  Anchor,
  Button,
  Group,
  Kbd,
  Text,
} from '@mantine/core'
import { IconPlusMinus, IconAlertTriangle, IconChecks, IconEyeCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { fieldProps } from './cell-input.tsx'
import { type Bill, isTouched } from './use-bill.ts'
import { t } from '../../../language/language.ts'
import { findingText } from '../findings-note.tsx'
import { isBlank } from './draft.ts'
import type { Finding } from './sums.ts'
import { tCounted } from '../../../components/values.tsx'
import { wholePlace, type Doubt } from './reading/doubts.ts'
import { Words } from '../../../language/words.tsx'

/** The fields below the lines, computed until somebody types. */
export function BillFoot({ bill }: { bill: Bill }) {
  const { kind } = bill
  if (kind.foot.length === 0) return null
  return (
    <section aria-labelledby="bill-foot">
      <Title order={2} size="h5" id="bill-foot" mb={4}>
        {t('Sums')}
      </Title>
      <div className="bill-foot">
        {kind.foot.map((key) => (
          <FootField key={key} name={key} bill={bill} />
        ))}
      </div>
    </section>
  )
}

function FootField({ name, bill }: { name: string; bill: Bill }) {
  const input = useRef<HTMLInputElement>(null)
  const field = fieldProps(bill, name)
  const turn = () => {
    const text = /^[-−]/.test(field.value) ? field.value.slice(1) : `-${field.value}`
    bill.change({ type: 'head', key: name, text })
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      {...field}
      size="xs"
      placeholder={bill.found.head[name] ?? ''}
      rightSection={name === 'round_off' && <SignButton onTurn={turn} />}
    />
  )
}

/** A button for the minus sign, which a phone's keypad for amounts lacks. */
function SignButton({ onTurn }: { onTurn: () => void }) {
  return (
    <ActionIcon
      size="sm"
      tabIndex={-1}
      aria-label={t('Plus or minus')}
      // Keeps the keypad open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTurn}
    >
      <IconPlusMinus size={14} aria-hidden />
    </ActionIcon>
  )
}

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

/** The most doubts listed: a statement may have hundreds. */
const listedDoubtsMax = 8

/** The list of doubts, above all fields. Each can be accepted at its field or here. */
export function DoubtList({ bill }: { bill: Bill }) {
  const { count, open } = bill.doubts
  if (count === 0) return null
  if (open.length === 0) {
    return (
      <Alert color="teal" icon={<IconChecks aria-hidden />} role="status" py="xs">
        {t('All that was doubtful is checked.')}{' '}
        <Text span inherit visibleFrom="sm">
          <Words
            of={t('{{ctrl}} {{enter}} saves it.')}
            with={{ ctrl: <Kbd size="xs">Ctrl</Kbd>, enter: <Kbd size="xs">Enter</Kbd> }}
          />
        </Text>
      </Alert>
    )
  }
  const more = open.length - listedDoubtsMax
  return (
    <Alert
      color="yellow"
      icon={<IconEyeCheck aria-hidden />}
      title={t('{{values}} to check', { values: tCounted(open.length, 'value') })}
      py="xs"
    >
      <ul className="doubt-list">
        {open.slice(0, listedDoubtsMax).map((doubt) => (
          <DoubtItem
            key={`${doubt.finding.line} ${doubt.finding.key} ${doubt.finding.message}`}
            doubt={doubt}
            bill={bill}
          />
        ))}
        {more > 0 && <li>{t('and {{more}} more', { more })}</li>}
      </ul>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        <Words
          of={t(
            '{{key}} in a marked field says that it stands so on the paper, and goes to the next.',
          )}
          with={{ key: <Kbd size="xs">Enter</Kbd> }}
        />
      </Text>
    </Alert>
  )
}

function DoubtItem({ doubt, bill: { doubts, goTo, show, lookAt } }: { doubt: Doubt; bill: Bill }) {
  const { finding, place } = doubt
  const isWhole = place === wholePlace
  const said = findingText(finding)
  const action = isWhole ? t('Leave it so') : t('It is right')
  return (
    <Group component="li" gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
      {isWhole ? (
        <Text size="sm">{said}</Text>
      ) : (
        <Anchor
          component="button"
          type="button"
          c="inherit"
          ta="start"
          fz="sm"
          tabIndex={-1}
          onClick={() => show(place)}
        >
          {said}
        </Anchor>
      )}
      <Button
        // Large enough for a finger.
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={`${action}: ${said}`}
        // Fields have a key for accepting. The document as a whole has no field, so its button takes the focus.
        {...(isWhole ? { 'data-line': '', 'data-key': '' } : { tabIndex: -1 })}
        // On a touch screen, the keyboard would cover the next place.
        onClick={() => doubts.pass(place, isTouched() ? lookAt : goTo)}
      >
        {action}
      </Button>
    </Group>
  )
}
