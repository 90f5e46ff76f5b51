import { Alert, Group, Modal, Text } from '@mantine/core'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../refusal.ts'
import { dayFormat, dayOf, endOfDay, formatDay, readDay, type DayRange } from './days.ts'
import { DialogForm, FormRefusal, useSentForm } from './form.tsx'
import { isUnread, type Unread } from './number-field.tsx'
import { t } from '../language/language.ts'

/** The value of a day field: `2027-03-31`, null if empty, or a text that is not a day. */
export type TypedDay = string | null | Unread

type OwnProps =
  'dateParser' | 'fixOnBlur' | 'maxDate' | 'minDate' | 'onInput' | 'popoverProps' | 'valueFormat'

type DayInputProps = Omit<DateInputProps, OwnProps | 'value' | 'onChange'> & {
  value?: TypedDay
  onChange?(day: TypedDay): void
}

/**
 * A day, typed or chosen. A text that is not a day stays, and the field shows an error when it is left. The field sets
 * no first or last day, because the input would silently drop days outside them. The form checks the day.
 */
export function DayInput({
  value = null,
  onChange,
  onFocus,
  onClick,
  onBlur,
  error,
  ...props
}: DayInputProps) {
  const [isLeft, setLeft] = useState(false)
  const day = isUnread(value) ? null : value
  const change = (typed: TypedDay) => {
    setLeft(false)
    onChange?.(typed)
  }
  // The calendar opens only at a click. Otherwise it would cover the next field or the error message.
  const [wantsCalendar, setWantsCalendar] = useState(false)
  return (
    <DateInput
      valueFormat={dayFormat}
      dateParser={(text) => readDay(text)}
      placeholder={formatDay('2027-03-31')}
      clearable
      hideOutsideDates
      clearButtonProps={{ 'aria-label': t('Clear the day') }}
      previousLabel={t('Month before')}
      nextLabel={t('Month after')}
      popoverProps={wantsCalendar ? {} : { opened: false }}
      value={day}
      onChange={change}
      fixOnBlur={!isUnread(value)}
      error={error ?? (isLeft && isUnread(value) ? value.why : undefined)}
      onInput={({ currentTarget: { value: typed } }) => {
        setWantsCalendar(false)
        if (typed.trim() !== '' && readDay(typed) === null) change(unreadDay(typed))
      }}
      onBlur={(event) => {
        // Leaving the field for a button shows no error, because the error would move the button before it is released. A button that
        // sends the form shows the error anyway.
        setLeft(!(event.relatedTarget instanceof HTMLButtonElement))
        onBlur?.(event)
      }}
      onFocus={(event) => {
        setWantsCalendar(false)
        onFocus?.(event)
      }}
      onClick={(event) => {
        setWantsCalendar(true)
        onClick?.(event)
      }}
      {...props}
    />
  )
}

function unreadDay(unread: string): Unread {
  const example = formatDay('2027-03-31')
  const why = t('“{{unread}}” is no day: enter it as {{example}} or 31/3/2027.', {
    unread,
    example,
  })
  return { unread, why }
}

/** Throws for a text that is not a day. The form refuses such texts before. */
export function requireDay(day: TypedDay): string | null {
  if (!isUnread(day)) return day
  throw new Error('The form lets nothing through that is no day.')
}

/** The last moment of a typed day, in ISO 8601. Null for an empty field. */
export function endOfTyped(typed: TypedDay): string | null {
  const day = requireDay(typed)
  return day === null ? null : endOfDay(day)
}

type PutBackFormProps<Found> = {
  /** The reason and the consequence. */
  lead: string
  labels: { from: string; until: string; action: string }
  /** The number of items delivered on these days. */
  count(range: DayRange): Promise<Found>
  isNothing(found: Found): boolean
  nothing: string
  /** The consequence for the found items. */
  warning(found: Found): string
  send(range: DayRange): Promise<Found>
  done(sent: Found): string
  onClose(): void
}

type PutBackDaysProps<Found> = PutBackFormProps<Found> & { title: string; isOpen: boolean }

/** Puts items delivered on some days back, for example after a restore of the accounting software. */
export function PutBackDays<Found>({ title, isOpen, ...form }: PutBackDaysProps<Found>) {
  return (
    <Modal opened={isOpen} onClose={form.onClose} title={title} size="lg">
      <PutBackForm {...form} />
    </Modal>
  )
}

type Values = { from: TypedDay; until: TypedDay }

function usePutBackForm() {
  return useForm<Values>({
    initialValues: { from: null, until: null },
    validate: {
      from: (day) => (day === null ? t('Choose the first day.') : null),
      until: (day, { from }) =>
        day === null
          ? t('Choose the last day.')
          : typeof from === 'string' && typeof day === 'string' && day < from
            ? t('The last day is before the first one.')
            : null,
    },
  })
}

function PutBackForm<Found>(props: PutBackFormProps<Found>) {
  const { lead, labels, count, isNothing, nothing, warning, send, done, onClose } = props
  const form = usePutBackForm()
  const sent = useSentForm<Values, Found>({
    form,
    onClose,
    send: (values) => send(rangeOf(values)),
    done,
  })
  const today = formatDay(dayOf(Date.now()))
  const { from, until } = form.values
  const isRange = typeof from === 'string' && typeof until === 'string' && from <= until
  const found = useQuery({
    queryKey: ['put back', labels.action, from, until],
    queryFn: isRange ? () => count({ from, until }) : skipToken,
    staleTime: 0,
  })
  const isEmpty = found.data !== undefined && isNothing(found.data)
  return (
    <DialogForm sent={sent} action={labels.action} isRed isDisabled={isEmpty} onCancel={onClose}>
      <Text size="sm">{lead}</Text>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <DayInput
          label={labels.from}
          data-autofocus
          placeholder={today}
          {...form.getInputProps('from')}
        />
        <DayInput label={labels.until} placeholder={today} {...form.getInputProps('until')} />
      </Group>
      <FormRefusal>{found.isError ? messageOf(found.error) : null}</FormRefusal>
      {found.data !== undefined && (
        <Alert
          color={isEmpty ? 'gray' : 'yellow'}
          icon={<IconAlertTriangle aria-hidden />}
          role="status"
        >
          {isEmpty ? nothing : warning(found.data)}
        </Alert>
      )}
    </DialogForm>
  )
}

function rangeOf({ from, until }: Values): DayRange {
  if (typeof from === 'string' && typeof until === 'string') return { from, until }
  throw new Error('The form lets no missing day through.')
}
