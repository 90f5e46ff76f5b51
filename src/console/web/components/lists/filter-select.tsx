import { Select, type SelectProps } from '@mantine/core'

type FilterSelectProps = Omit<SelectProps, 'data' | 'value' | 'clearable' | 'label'> & {
  /** What it chooses; read out by screen readers. */
  label: string
  data: readonly { value: string; label: string }[]
  value: string | undefined
  /** Shown when nothing is chosen. */
  placeholder?: string
  /** What the button does that takes the choice back. */
  clear?: string
}

/** Narrows a list to one of some choices, or to none. */
export function FilterSelect({
  label,
  data,
  value,
  placeholder = label,
  clear = placeholder,
  ...props
}: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      data={[...data]}
      value={value ?? null}
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      {...props}
    />
  )
}
