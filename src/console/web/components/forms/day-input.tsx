import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { dayFormat, readDay } from '../days.ts'

/**
 * A day, typed or chosen; its value is `2027-03-31` or null. It has no first and no last day: what is typed outside of
 * them would be dropped without a word. The form says what is wrong with a day.
 */
export function DayInput({
  onFocus,
  onClick,
  ...props
}: Omit<
  DateInputProps,
  'dateParser' | 'valueFormat' | 'popoverProps' | 'onInput' | 'minDate' | 'maxDate'
>) {
  // It is there for whoever asks for it by a click: else it would lie over what comes next in the form, or over why the
  // day was refused.
  const [wantsCalendar, setWantsCalendar] = useState(false)
  return (
    <DateInput
      valueFormat={dayFormat}
      dateParser={readDay}
      placeholder="31 Mar 2027"
      clearable
      hideOutsideDates
      clearButtonProps={{ 'aria-label': 'Clear the day' }}
      previousLabel="Month before"
      nextLabel="Month after"
      popoverProps={wantsCalendar ? {} : { opened: false }}
      onInput={() => setWantsCalendar(false)}
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
