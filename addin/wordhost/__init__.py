"""A Word host, to try and to test the pane without Word: it answers the real Office.js over a real .docx.

Nothing here imports from `backend`, so that what the tests find is never the tested code agreeing with itself.
Each behaviour names its source: a page of Microsoft's documentation, or `#1234` for an issue of
`OfficeDev/office-js`; what nobody documents is marked `unsourced`.
"""
