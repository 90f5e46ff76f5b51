/** What the bytes of an image say. A size of 0: they do not say it. */
export type ImageShape = {
  /** In pixels; of an animation the largest of its frames. */
  width: number
  height: number
  /** Where the image ends, in bytes; undefined: it is cut off or damaged. */
  end: number | undefined
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
