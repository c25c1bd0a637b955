"""Inter-sentence consistency: decoding a corpus jointly, self-training, and review of annotations.

Rush, Reichart, Collins and Globerson (2012), "Improved Parsing and POS Tagging Using Inter-Sentence Consistency
Constraints". Sections, figures and theorems in this package are those of this paper.
"""
