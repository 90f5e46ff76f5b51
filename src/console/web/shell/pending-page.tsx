import { Center, Loader } from '@mantine/core'

/** While a page takes longer than a moment to come. */
export function PendingPage() {
  return (
    <Center py="xl">
      <Loader aria-label="Loading" />
    </Center>
  )
}
