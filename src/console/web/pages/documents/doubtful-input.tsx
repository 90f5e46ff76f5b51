import { TextInput, type TextInputProps } from '@mantine/core'

/** A field that takes any text, and says under it when the text may be a mistake. */
export function DoubtfulInput({ doubt, ...input }: TextInputProps & { doubt: string | undefined }) {
  if (doubt === undefined) return <TextInput {...input} />
  return (
    <TextInput
      {...input}
      description={doubt}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      styles={{ input: { borderColor: 'var(--mantine-color-yellow-6)' } }}
    />
  )
}
