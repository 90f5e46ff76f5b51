import { DateInput, type DateInputProps } from '@mantine/dates'
import { dayFormat, readDay } from './days.ts'

/** A day, typed or chosen; its value is `2027-03-31` or null. */
export function DayInput(props: Omit<DateInputProps, 'dateParser' | 'valueFormat'>) {
  return (
    <DateInput
      valueFormat={dayFormat}
      dateParser={readDay}
      placeholder="31 Mar 2027"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the day' }}
      previousLabel="Month before"
      nextLabel="Month after"
      {...props}
    />
  )
}
