"""How the shipped pipeline is learnt (`make ner`): public data, one encoder, one ONNX file. Nothing that runs needs it."""
