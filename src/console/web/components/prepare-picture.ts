/** Bytes up to which a picture is sent as it is. */
const asIsBytesMax = 1_500_000

/** The longer side of a picture that is made smaller, in pixels. */
const sideMax = 2_000

const jpegQuality = 0.85

/** What the server takes as it is. */
const taken = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/**
 * A chosen picture as a data URL. What a phone's camera makes is far larger than any page shows it: such a picture is
 * made smaller here. Throws when the browser cannot open it: what a file is called does not make it a picture.
 */
export async function preparePicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  try {
    const isTaken = taken.includes(file.type) && file.size <= asIsBytesMax
    return await dataUrlOf(isTaken ? file : await smaller(bitmap))
  } finally {
    bitmap.close()
  }
}

async function smaller(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw.')
  // What can be seen through would be black in a JPEG.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('No picture was made.')) : resolve(blob)),
      'image/jpeg',
      jpegQuality,
    )
  })
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('The file could not be read.'))
    })
    reader.readAsDataURL(blob)
  })
}
