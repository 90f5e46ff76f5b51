import { keyPlaceholder, type Samples } from './tasks.ts'

/** For an Excel module on Windows, without add-ins. One record at a time, because VBA cannot read JSON. */
export const vbaSamples: Samples = {
  documents: (base) => moduleOf(base, fetchDocuments, rowFunctions),
  orders: (base) => moduleOf(base, fetchOrders, rowFunctions),
  order: (base) => moduleOf(base, placeOrders, sendFunctions),
  products: (base) => moduleOf(base, readProducts, rowFunctions),
  bulk: (base) => moduleOf(base, sendProducts, sendFunctions),
  stock: (base) => moduleOf(base, sendStock, sendFunctions),
}

function moduleOf(base: string, sub: string, functions: string): string {
  const head = vbaLines`
Option Explicit

Const ApiBase As String = "${base}"
Const ApiKey As String = "${keyPlaceholder}"
`
  return [head, sub, functions, callFunction, fieldFunction].join('\n')
}

const fetchDocuments = vbaLines`
' Writes each waiting document into a row of the open sheet, saves the workbook, then marks the document.
Sub FetchDocuments()
    Dim answer As String, id As String, target As Range
    If Not CanSave() Then Exit Sub
    Do
        answer = CallDaybook("GET", "scans/unsynced?limit=1&after=" & id, "")
        id = FieldOf(answer, "id")
        If id = "" Then Exit Do
        Set target = RowOf(id, 5)
        target.Cells(2).Value = FieldOf(answer, "category")
        target.Cells(3).Value = FieldOf(answer, "filename")
        target.Cells(4).Value = FieldOf(answer, "invoice_no")
        target.Cells(5).Value = FieldOf(answer, "created_at")
        ' Only what is saved may be marked.
        ActiveWorkbook.Save
        CallDaybook "POST", "scans/mark-synced", "{""ids"":[""" & id & """],""source"":""Excel""}"
    Loop
End Sub
`

const fetchOrders = vbaLines`
' Writes each waiting order into a row of the open sheet, saves the workbook, then marks the order's lines.
Sub FetchOrders()
    Dim answer As String, id As String, marked As String, target As Range
    If Not CanSave() Then Exit Sub
    Do
        answer = CallDaybook("GET", "orders/unsynced?limit=1&after=" & id, "")
        id = FieldOf(answer, "id")
        If id = "" Then Exit Do
        Set target = RowOf(id, 5)
        target.Cells(2).Value = FieldOf(answer, "order_no")
        target.Cells(3).Value = FieldOf(answer, "customer_name")
        target.Cells(4).NumberFormat = "General"
        target.Cells(4).Value = Val(FieldOf(answer, "total"))
        target.Cells(5).Value = FieldOf(answer, "created_at")
        ' Only what is saved may be marked.
        ActiveWorkbook.Save
        marked = CallDaybook("POST", "orders/sync", "{""orders"":[{""order_id"":""" & id & _
            """,""order_item_ids"":[" & LineIds(answer) & "]}]}")
        If Val(FieldOf(marked, "errors")) > 0 Then
            Err.Raise vbObjectError + 1, "Daybook", FieldOf(marked, "message")
        End If
    Loop
End Sub

' The ids of the lines of an order, as a list in JSON.
Function LineIds(json As String) As String
    Dim place As Long, list As String
    place = InStr(json, """items"":")
    Do
        place = InStr(place + 1, json, """id"":")
        If place = 0 Then Exit Do
        If list <> "" Then list = list & ","
        list = list & """" & FieldOf(json, "id", place) & """"
    Loop
    LineIds = list
End Function
`

const placeOrders = vbaLines`
' Places an order for each row of the open sheet, from row 2 on: your own order number, customer, phone, SKU,
' quantity. Daybook's number is written into column F; a row that has one is not sent again.
Sub PlaceOrders()
    Dim row As Long, body As String, answer As String
    For row = 2 To LastRow()
        If TextOf(row, 1) <> "" And TextOf(row, 6) = "" Then
            body = "{""customer_name"":" & Quoted(TextOf(row, 2)) & _
                ",""customer_phone"":" & Quoted(TextOf(row, 3)) & _
                ",""items"":[{""sku"":" & Quoted(TextOf(row, 4)) & NumberOf(row, 5, "quantity") & "}]}"
            ' With your number, an order that is sent again within a day is not placed twice.
            answer = CallDaybook("POST", "orders", body, TextOf(row, 1))
            ActiveSheet.Cells(row, 6).NumberFormat = "@"
            ActiveSheet.Cells(row, 6).Value = FieldOf(answer, "order_no")
        End If
    Next
End Sub
`

const readProducts = vbaLines`
' Writes each product of the shop into a row of the open sheet.
Sub ReadProducts()
    Dim answer As String, position As Long, target As Range
    Do
        answer = CallDaybook("GET", "products?limit=1&sort=oldest&offset=" & position, "")
        If FieldOf(answer, "slug") = "" Then Exit Do
        Set target = RowOf(FieldOf(answer, "slug"), 4)
        target.Cells(2).Value = FieldOf(answer, "name")
        target.Cells(3).NumberFormat = "General"
        target.Cells(3).Value = Val(FieldOf(answer, "sale_price"))
        target.Cells(4).NumberFormat = "General"
        target.Cells(4).Value = Val(FieldOf(answer, "stock_quantity"))
        position = position + 1
    Loop
End Sub
`

const sendProducts = vbaLines`
' Sends the products of the open sheet, from row 2 on: SKU, name, MRP, price, stock, GST %.
' What came of each is written into column G. An empty cell leaves what Daybook has.
Sub SendProducts()
    Dim row As Long, product As String
    For row = 2 To LastRow()
        product = "{""sku"":" & Quoted(TextOf(row, 1)) & ",""name"":" & Quoted(TextOf(row, 2)) & _
            NumberOf(row, 3, "mrp") & NumberOf(row, 4, "sale_price") & _
            NumberOf(row, 5, "stock_quantity") & NumberOf(row, 6, "gst_pct") & "}"
        ShowResult row, 7, CallDaybook("POST", "products/bulk", "{""products"":[" & product & "]}")
    Next
End Sub
`

const sendStock = vbaLines`
' Sets the stock in column B for the SKU in column A, from row 2 on.
' What came of each is written into column C.
Sub SendStock()
    Dim row As Long, update As String
    For row = 2 To LastRow()
        update = "{""sku"":" & Quoted(TextOf(row, 1)) & NumberOf(row, 2, "stock_quantity") & "}"
        ShowResult row, 3, CallDaybook("POST", "products/stock", "{""updates"":[" & update & "]}")
    Next
End Sub
`

/** A VBA text: backslashes stay, and the line break after the first backtick is removed. */
function vbaLines(strings: TemplateStringsArray, ...values: string[]): string {
  return String.raw(strings, ...values).slice(1)
}

const callFunction = vbaLines`
' Asks Daybook; its own sentence says why when it refuses.
Function CallDaybook(method As String, path As String, body As String, Optional orderKey As String = "") As String
    Dim http As Object
    Set http = CreateObject("WinHttp.WinHttpRequest.5.1")
    http.Open method, ApiBase & path, False
    http.SetRequestHeader "Authorization", "Bearer " & ApiKey
    http.SetRequestHeader "Content-Type", "application/json; charset=utf-8"
    If orderKey <> "" Then http.SetRequestHeader "Idempotency-Key", orderKey
    http.Send body
    If http.Status >= 400 Then Err.Raise vbObjectError + http.Status, "Daybook", http.ResponseText
    CallDaybook = http.ResponseText
End Function
`

// Without VBScript.RegExp, because Windows is removing VBScript.
const fieldFunction = vbaLines`
' The first value of a field from a place on; empty when there is none.
Function FieldOf(json As String, field As String, Optional start As Long = 1) As String
    Dim first As Long, last As Long, text As String
    first = InStr(start, json, """" & field & """:")
    If first = 0 Then Exit Function
    first = first + Len(field) + 3
    If Mid(json, first, 1) <> """" Then
        FieldOf = Split(Split(Mid(json, first, 40), ",")(0), "}")(0)
        Exit Function
    End If
    last = first + 1
    Do While last <= Len(json) And Mid(json, last, 1) <> """"
        If Mid(json, last, 1) = "\" Then last = last + 1
        last = last + 1
    Loop
    text = Replace(Mid(json, first + 1, last - first - 1), "\\", Chr(1))
    text = Replace(Replace(Replace(text, "\""", """"), "\n", vbLf), "\t", vbTab)
    FieldOf = Replace(text, Chr(1), "\")
End Function
`

const rowFunctions = vbaLines`
' The row of the open sheet with this text in column A, else the first free one: what comes again is not there twice.
Function RowOf(key As String, width As Long) As Range
    Dim found As Variant, target As Range
    found = Application.Match(key, ActiveSheet.Columns(1), 0)
    If IsError(found) Then found = ActiveSheet.Cells(ActiveSheet.Rows.Count, 1).End(xlUp).Row + 1
    Set target = ActiveSheet.Cells(found, 1).Resize(1, width)
    ' As text, "0012" stays what it is.
    target.NumberFormat = "@"
    target.Cells(1).Value = key
    Set RowOf = target
End Function

' Whether the workbook has a file that it can be saved to.
Function CanSave() As Boolean
    CanSave = ActiveWorkbook.Path <> ""
    If ActiveWorkbook.Path = "" Then MsgBox "First save this workbook as an Excel Macro-Enabled Workbook (.xlsm)."
End Function
`

const sendFunctions = vbaLines`
Function LastRow() As Long
    LastRow = ActiveSheet.Cells(ActiveSheet.Rows.Count, 1).End(xlUp).Row
End Function

Function TextOf(row As Long, column As Long) As String
    TextOf = CStr(ActiveSheet.Cells(row, column).Value)
End Function

' A cell as a field of JSON; nothing when it is empty.
Function NumberOf(row As Long, column As Long, field As String) As String
    Dim text As String
    text = TextOf(row, column)
    If text = "" Then Exit Function
    If IsNumeric(ActiveSheet.Cells(row, column).Value) Then
        text = Replace(Format(ActiveSheet.Cells(row, column).Value, "0.00"), ",", ".")
    Else
        text = Quoted(text)
    End If
    NumberOf = ",""" & field & """:" & text
End Function

' A text as JSON writes it; letters beyond ASCII by their numbers, so that they arrive as they are.
Function Quoted(text As String) As String
    Dim i As Long, code As Long, json As String
    For i = 1 To Len(text)
        code = AscW(Mid(text, i, 1)) And &HFFFF&
        Select Case code
            Case 34, 92: json = json & "\" & Mid(text, i, 1)
            Case 32 To 126: json = json & Mid(text, i, 1)
            Case Else: json = json & "\u" & Right("000" & Hex(code), 4)
        End Select
    Next
    Quoted = """" & json & """"
End Function

Sub ShowResult(row As Long, column As Long, answer As String)
    ActiveSheet.Cells(row, column).Value = Trim(FieldOf(answer, "status") & " " & FieldOf(answer, "message"))
End Sub
`
