"""The encoder during training: MiniLM with word features and one tagging layer."""

from pathlib import Path

from torch import Tensor, nn
from transformers import BertModel

from backend.detection.names.labels import TAGS
from backend.detection.names.word_features import N_LISTS, N_SHAPES


class Encoder(nn.Module):
    """Pieces with their shapes and lists → per piece a score for each tag."""

    def __init__(self, weights: Path, *, dropout: float = 0.1) -> None:
        super().__init__()
        # Attention goes without dropout, which costs a fifth more time; hidden words do its work.
        self.bert = BertModel.from_pretrained(
            weights,
            add_pooling_layer=False,
            attn_implementation="eager",
            hidden_dropout_prob=dropout,
            attention_probs_dropout_prob=0.0,
        )
        width = self.bert.config.hidden_size
        self.shapes = nn.Embedding(N_SHAPES, width)
        self.lists = nn.Embedding(N_LISTS, width)
        nn.init.normal_(self.shapes.weight, std=0.02)
        nn.init.normal_(self.lists.weight, std=0.02)
        self.dropout = nn.Dropout(dropout)
        self.tags = nn.Linear(width, len(TAGS))

    def forward(self, pieces: Tensor, shapes: Tensor, lists: Tensor) -> Tensor:
        """Scores of shape (windows, pieces, tags); piece 0 is padding."""
        words = self.bert.embeddings.word_embeddings(pieces)
        words = words + self.shapes(shapes) + self.lists(lists)
        seen = self.bert(inputs_embeds=words, attention_mask=(pieces != 0).long()).last_hidden_state
        return self.tags(self.dropout(seen))
